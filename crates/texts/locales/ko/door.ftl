# below
door-cannot-read = { $path }: 읽기 실패
door-cannot-remove = { $path }: 삭제 실패

# draft
door-cannot-write = { $path }: 쓰기 실패

# error
door-name-plain-file-read = 읽을 수 있는 일반 파일을 지정하세요
door-raise-limit-files-ulimit-f-name = 파일 크기 제한(ulimit -f)을 올리거나 다른 곳을 지정하세요
door-free-some-space-name-another-place = 공간을 마련하거나 다른 곳을 지정할 것
door-name-place-write-room = 쓸 수 있고 공간이 있는 곳을 지정할 것

# found
door-belongs-kernel = 커널의 것임
door-directory = 디렉터리임
door-pipe-where-file-should = 파일이 있어야 할 자리에 파이프가 있음
door-socket-where-file-should = 파일이 있어야 할 자리에 소켓이 있음
door-device-where-file-should = 파일이 있어야 할 자리에 장치가 있음
door-no-file = 파일이 아님

# outlet
door-name-another-file = 다른 파일을 지정할 것
door-exists = 이미 있음
door-name-new-file-add-overwrite-replace = 새 파일을 지정하거나, 바꿔 쓰려면 --overwrite 를 붙일 것
door-cannot-replace = { $path }: 바꿔 쓰기 실패

# place
door-cannot-look = { $path }: 살펴보기 실패
door-name-file = 그 안의 파일을 지정할 것
door-name-new-file-instead = 대신 새 파일을 지정할 것
door-link-file = 파일을 가리키는 링크임
door-name-file-itself-new = 파일 자체나 새 파일을 지정할 것
door-link-nothing = 가리키는 것이 없는 링크임
door-lies-among-devices-settings-kernel-where = 파일을 두지 않는 커널의 장치와 설정 사이에 있음
door-name-file-directory-own = 자기 디렉터리의 파일을 지정할 것
door-cannot-make-folders = { $path }: 폴더 만들기 실패
door-cannot-open-folders = { $path }: 폴더 열기 실패
door-cannot-make-durable = { $path }: 영구 저장 실패
door-check-spelling-make-directory-first = 철자를 확인하거나 먼저 디렉터리를 만들 것
door-something-no-folder-name-link = 폴더가 아닌 것이나 링크가 그 이름을 쓰고 있음
door-name-new-directory = 새 디렉터리를 지정할 것
door-cannot-open = { $path }: 열기 실패

# private
door-look-put-move-away = 누가 두었는지 확인하고 옮길 것
door-cannot-make = { $path }: 만들기 실패
door-look-try-again = 누가 그랬는지 확인하고 다시 시도할 것
door-become-another-file-meanwhile = 그사이 다른 파일이 됨
door-name-another-file-new-made-not = 다른 파일을 지정할 것. 없으면 새로 만듦
door-empty-file-another-user-another-name = 다른 사용자의 빈 파일이거나 다른 이름도 있음
door-directory-another-user = 디렉터리가 다른 사용자의 것임
door-others-write-directory = 이 디렉터리에 다른 사람이 쓸 수 있음
door-another-user = 다른 사용자의 것임
door-look-move-away = 내용을 살펴보고 다른 곳으로 옮기세요
door-others-write = 다른 사람이 쓸 수 있음

# scratch
door-cannot-make-folder = { $path }: 폴더 만들기 실패
door-name-directory-drive = 드라이브에 있는 디렉터리를 지정할 것

# trusted
door-name-place-own = 자신의 위치를 지정하세요
door-link-way-another-user = 그곳으로 가는 길의 링크가 다른 사용자의 것임
door-name-new-file = 새 파일을 지정할 것

# error
door-cannot-write-why = { $path }에 쓸 수 없음: { $why }
door-refused-write-why = { $path }에 쓰기를 거부함: { $why }
door-cannot-read-why = { $path }을(를) 읽을 수 없음: { $why }
door-cannot-write-appeared = { $path }에 쓸 수 없음: 그사이에 같은 이름의 것이 생김
door-left-alone-result = 그것은 그대로 두었고 결과는 { $path }에 있음

# place
door-file = 파일임
door-block-device = 블록 장치임
door-character-device = 문자 장치임
door-pipe = 파이프임
door-socket = 소켓임
door-link = 링크임
door-something-unknown = 알 수 없는 것임
door-link-directory = 디렉터리를 가리키는 링크임
door-link-block-device = 블록 장치를 가리키는 링크임
door-link-character-device = 문자 장치를 가리키는 링크임
door-link-pipe = 파이프를 가리키는 링크임
door-link-socket = 소켓을 가리키는 링크임
door-link-link = 링크를 가리키는 링크임
door-link-something-unknown = 알 수 없는 것을 가리키는 링크임

# private
door-name-directory-own-chmod = 자신의 디렉터리를 지정하거나 다음을 실행할 것: chmod go-w { $path }

# linux/held
door-used-swap = 스왑으로 쓰임
door-file-of = { $device }의 파일임
door-process-writes = 프로세스 { $id } ({ $name })이(가) 쓰기용으로 열어 둠

# trusted
door-check-spelling = 철자를 확인할 것

# 그 밖
door-directory-not-exist = 디렉터리가 없음
door-name-shorter-most-255-bytes = 더 짧은 이름을 쓸 것: 최대 255바이트
door-name-too-long = 이름이 너무 김
door-name-file-result-json = result.json 같은 파일을 지정할 것
door-names-no-file = 파일 이름이 아님
door-name-another-place = 다른 곳을 지정할 것
door-should-directory-none = 디렉터리여야 할 것이 디렉터리가 아님
door-file-something-else = 다른 것의 파일임
