# conditions
session-simulated-drive-no-computer-could-tuned = 시뮬레이션 드라이브에는 설정할 컴퓨터가 없음
session-leave-tune-out = --tune 을 뺄 것

# failure
session-what-hint = { $what } { $hint }
session-wrong-why = { $wrong }: { $why }
session-cannot-read = { $path }을(를) 읽을 수 없음: { $why }
session-iogram-methods-quick-toml-prints-works = iogram methods quick --toml 이 올바른 파일을 출력함

# files
session-name-text-file-read = 읽을 수 있는 텍스트 파일을 지정할 것
session-directory = 디렉터리임
session-cannot-read-no-text-byte = { $path }을(를) 읽을 수 없음: 바이트 { $at }이(가) 텍스트가 아님
session-longer-mib = { $mebibytes } MiB보다 큼

# image
session-cannot-write-itself = { $path }을(를) 자기 자신에 쓸 수 없음
session-name-card-directory-image-written = 이미지를 쓸 카드나 디렉터리를 지정할 것
session-cannot-write-part-only-borrowed = 일부만 빌린 { $spec }에 { $path }을(를) 쓸 수 없음
session-image-stays-write-destroy-serial = 이미지는 남아야 함: --destroy SERIAL 로 쓸 것
session-cannot-write-image-room = { $spec }에 { $path }을(를) 쓸 수 없음: 이미지는 { $size }, 공간은 { $capacity }
session-name-larger-target-nothing-written = 더 큰 대상을 지정할 것. 아무것도 쓰지 않음
session-cannot-set-beside-image-image-decides = image 와 함께 { $name }을(를) 정할 수 없음: 이미지가 정함
session-leave-out = { $name }을(를) 뺄 것. { $path }의 크기는 { $size }
session-cannot-write-not-long = { $path }을(를) 쓸 수 없음: 길이가 전과 다름
session-wait-until-complete = 완성될 때까지 기다릴 것

# keeping
session-whole-run-instead = { $message }. 대신 실행 전체가 { $path }에 있음
session-when-store-written-again-iogram-import = 저장소에 다시 쓸 수 있게 되면: iogram import run { $path }
session-nor-file-beside = { $message }. 그 옆의 파일에도 쓸 수 없음

# lease
session-go-all-same-where-nobody-else = { $hint }; 다른 누구도 이 드라이브를 쓸 수 없는 곳에서 그래도 계속하려면: --lease off
session-cannot-tell-whether-another-computer-drive = 다른 컴퓨터가 드라이브 { $serial }을(를) 쓰고 있는지 알 수 없음: { $why }
session-refused-touch-drive-process-since-heard = 드라이브 { $serial }에 손대기를 거부함: { $host }의 프로세스 { $pid }이(가) { $since }부터 { $place }(으)로 쓰고 있으며, { $silent }초 전에 소식이 있었음
session-wait-end-program-gone-drive-free = 끝나기를 기다릴 것. 그 프로그램이 사라졌다면 마지막 소식에서 { $term }초 뒤에 드라이브가 비게 됨. 값싼 스틱처럼 일련 번호만 같은 다른 드라이브라면 이름을 붙일 것: --lease NAME
session-refused-measure-another-drive-taken-moment = 방금 확보한 것과 다른 드라이브의 측정을 거부함
session-leave-drives-plugged-try-again = 드라이브를 꽂힌 그대로 두고 다시 할 것
session-blocks-kept-when-nobody-else-drive = 그 블록은 보존되어 있음. 다른 실행이 드라이브를 쓰지 않을 때: iogram restore { $journal }
session-when-nobody-else-drive-iogram-restore = 다른 실행이 드라이브를 쓰지 않을 때: iogram restore
session-borrowed-not-put-back-drive-another = 빌린 것을 되돌리지 않음: 이제 다른 실행의 드라이브일 수 있음

# memory
session-cannot-run-needs-open-files-process = "{ $cell }"을(를) 실행할 수 없음: 열린 파일 { $need }개가 필요한데 이 프로세스는 { $limit }개까지 열 수 있음
session-raise-limit-ulimit-n-use-fewer = 한도를 올릴 것: ulimit -n { $need }. 또는 작업 수를 줄일 것
session-cannot-run-needs-memory-limit-control = "{ $cell }"을(를) 실행할 수 없음: 메모리 { $need }이(가) 필요한데 이 제어 그룹의 한도 { $limit } 중 { $left }만 남음
session-raise-limit-memory-max-use-lower = 한도(memory.max)를 올리거나 깊이, 작업 수, 블록을 줄일 것
session-cannot-run-needs-memory-limit-process = "{ $cell }"을(를) 실행할 수 없음: 메모리 { $need }이(가) 필요한데 이 프로세스의 한도({ $command }) { $limit } 중 { $left }만 남음
session-raise-limit-unlimited-use-lower-depth = 한도를 올릴 것: { $command } unlimited. 또는 깊이, 작업 수, 블록을 줄일 것

# opened
session-simulated-drive-own-time-no-processor = 시뮬레이션 드라이브에는 자체 시간이 있음: 프로세서가 제출하지 않고 이 컴퓨터의 시계로 재지 않음
session-leave-cpus-poll-wait-batch-clock = --cpus, --poll, --wait-batch, --clock 을 뺄 것

# owner
session-wait-end-end-kill-int = 끝날 때까지 기다리거나 끝낼 것: kill -INT { $pid }
session-wait-end-end-killed-wait-two = 끝날 때까지 기다리거나 거기서 끝낼 것. 강제로 끝났으면 2분 기다릴 것

# permission
session-cannot-find-place-saved-blocks-neither = 블록을 보관할 곳을 찾을 수 없음: XDG_STATE_HOME도 HOME도 설정되지 않음
session-name-directory-another-drive-borrow-journal = --borrow-journal DIR 로 다른 드라이브의 디렉터리를 지정할 것
session-borrow-journal-says-where-keep-blocks = --borrow-journal 은 빌린 장치의 블록을 둘 곳인데 빌린 것이 없음
session-add-borrow-leave-borrow-journal-out = --borrow 를 더하거나 --borrow-journal 을 뺄 것

# planning
session-method-works-whole-device-only-borrowed = 방법 { $method }은(는) 장치 전체에서 작업하는데 { $size }만 빌림
session-needs-destroy-serial-destroys-everything-device = 장치의 모든 것을 지우는 --destroy SERIAL 이 필요함
session-cannot-run-needs-file-system = { $name }에서 { $application }을(를) 실행할 수 없음: 파일 시스템이 필요함
session-name-directory-drive = 드라이브에 있는 디렉터리를 지정할 것
session-only-first-borrowed = { $error } (처음 { $size }만 빌림)
session-put-back-afterwards-borrow = { $hint }. 뒤에 되돌리게 하려면: --borrow

# power
session-cannot-tell-power-sensor = 전력 센서 "{ $name }"을(를) 알 수 없음
session-simulated-drive-draws-no-power = 시뮬레이션 드라이브는 전력을 쓰지 않음
session-leave-power-sensor-power-csv-out = --power-sensor 와 --power-csv 를 뺄 것

# replay
session-name-trace-iogram-wrote-iogram-trace = iogram이 쓴 트레이스를 대세요(iogram trace import FILE)
session-cannot-run-simulated-drive-no-file = 시뮬레이션 드라이브에서 { $application }을(를) 실행할 수 없음: 파일 시스템이 없고, 그렇게 설정한 프로그램이 드라이브에 보내는 요청은 기록되지 않음
session-name-directory-iogram-sim-serve-makes = 디렉터리를 지정할 것. iogram sim serve는 드라이브를 포맷하고 마운트할 수 있는 파일로 만들어 줌
session-recorded-name-directory = 기록된 것: { $ways }. 또는 디렉터리를 지정할 것
session-no-trace-named = 트레이스를 대지 않음
session-iogram-trace-run-file-target-set = iogram trace run FILE TARGET 또는 --set trace=FILE
session-no-trace-comes-iogram-called = iogram에 딸린 트레이스 가운데 { $name }(이)라는 것은 없음
session-there-are = 있는 것: { $names }
session-cannot-read-path-wrong = { $path }을(를) 읽을 수 없습니다: { $wrong }
session-no-request = { $path }에 요청이 하나도 없음
session-cannot-make-trace-again-where-ends = { $spec }에서 트레이스를 원래 위치에 다시 실행할 수 없음: { $end }에서 끝나는데 공간은 { $room }
session-use-set-places-scaled-set-places = --set places=scaled 또는 --set places=modulo를 쓰거나 더 큰 대상을 대세요
session-cannot-make-again-not-when-planned = { $path }(을)를 다시 실행할 수 없음: 계획할 때와 내용이 다름
session-plan-anew-start-command-again-trace = 다시 계획할 것: 트레이스를 바꾸지 말고 명령을 다시 시작할 것
session-cannot-start-thread = 스레드를 시작할 수 없음: { $why }

# resolve
session-cannot-borrow-not-block-device = { $text }을(를) 빌릴 수 없음: 블록 장치가 아님
session-test-file-needs-no-borrow-leave = 시험 파일에는 --borrow 가 필요 없음: 뺄 것
session-cannot-measure-empty-file = { $text }을(를) 측정할 수 없음: 빈 파일임
session-name-directory-instead-temporary-file-made = 대신 그 디렉터리를 지정할 것: 임시 파일을 만들어 쓰고 지움
session-cannot-measure-no-target-version-knows = { $text }을(를) 측정할 수 없음: 이 버전이 아는 대상이 아님
session-name-directory-file-block-device-null = 디렉터리, 파일, 블록 장치, null: 가운데 하나를 지정할 것
session-mean = 혹시 { $value }?
session-cannot-make-test-file-keeps-no = { $directory }에 시험 파일을 만들 수 없음: { $kind }은(는) 파일을 저장하지 않음
session-name-directory-drive-measured = 측정할 드라이브의 디렉터리를 지정할 것
session-cannot-make-test-file-mounted-read = { $directory }에 시험 파일을 만들 수 없음: { $mount_point }({ $kind })이(가) 읽기 전용으로 마운트됨
session-mount-writable-mount-o-remount-rw = 쓸 수 있게 마운트하거나(mount -o remount,rw { $mount_point }), 그 드라이브를 지정해 읽기만 할 것
session-holds = { $target }의 내용
session-everything-device-new-made = 장치에 있는 모든 것: 새 { $kind }을(를) 만듦
session-nothing-files-folder-own-removed = 없음: 자기 폴더 안의 파일뿐이고, 폴더는 지워짐
session-cannot-make-test-file-most-fit = { $place }에 { $size } 시험 파일을 만들 수 없음: 최대 { $fits }
session-cannot-use-only-first-borrowed = { $place }에서 { $size }을(를) 쓸 수 없음: 처음 { $fits }만 빌림
session-cannot-use-only = { $place }에서 { $size }을(를) 쓸 수 없음: { $fits }뿐임
session-free-some-space-name-another-directory = 공간을 마련하거나 다른 디렉터리를 지정할 것
session-use-most = { $option }을(를) { $largest } 이하로 할 것
session-borrow-more-borrow-size = { $hint }. 또는 --borrow=SIZE 로 더 빌릴 것
session-name-larger-drive = 더 큰 드라이브를 지정할 것

# resolve/device_facts
session-cannot-borrow-zones-take-writes-write = { $name }을(를) 빌릴 수 없음: 존은 쓰기 포인터에서만 기록되어 제자리에 되돌릴 수 없음
session-read-without-borrow-allow-all-destroyed = --borrow 없이 읽거나, --destroy SERIAL로 전부 지우는 것을 허용할 것

# resolve/new_file_system
session-cannot-make = { $name }에 { $kind }을(를) 만들 수 없음: { $why }
session-leave-out-param = { $param }을(를) 뺄 것
session-zones-take-writes-write-pointers-alone = 존은 쓰기 포인터에서만 기록됨
session-allow-destroy-serial-name-directory-drive = --destroy SERIAL로 허락하거나, 드라이브에 있는 디렉터리를 지정할 것
session-destroys-everything-only-borrowed = 그러면 있는 것이 모두 지워지는데 빌리기만 했음
session-leave-out-use-file-system-name = { $param }을(를) 빼서 그것이 있는 파일 시스템을 쓰거나, 드라이브를 지정할 것
session-simulated-holds-no-files = 시뮬레이션이라 파일을 담지 않음
session-name-block-device = 블록 장치를 지정할 것: { $device }
session-no-block-device = 블록 장치가 아님
session-no-drive = 드라이브가 아님

# resume
session-runs-go-none-named = 이어서 할 수 있는 실행이 { $count }개인데 지정된 것이 없음
session-name = 하나를 지정하십시오: { $list }
session-kept-version-not-note-seed = 시드를 적지 않던 버전이 저장함
session-run-complete-nothing-left = 실행 { $run }은(는) 끝까지 진행됨: 남은 것이 없음
session-iogram-runs-lists-runs-states = iogram runs 가 실행의 상태를 보여 줌
session-no-method-nothing-after-cell = 방법이 없어 그 항목 뒤에 할 것이 없음
session-cannot-resume-run = 실행 { $run }을(를) 이어서 할 수 없음: { $why }
session-measure-anew-measured-until-stays-kept = 새로 측정할 것. 그때까지 측정한 것은 저장되어 있음
session-serial-number = 일련번호
session-another = 다른 것
session-instead = { $before } 대신 { $now }
session-refused-go-not-drive-run-began = 이어서 하기를 거부함: 실행을 시작한 드라이브가 아님({ $what }: { $values })
session-name-drive-target = --target 으로 드라이브를 지정할 것
session-description-changed = 기술이 바뀜
session-device-shows-another-file-mapping = 장치가 다른 파일이나 매핑을 보여 줌
session-another-file-same-name = 이름이 같은 다른 파일임
session-refused-go-not-drive-run-began-what = 이어서 하기를 거부함: 실행을 시작한 드라이브가 아님({ $what })
session-name-drive-target-measure-anew = --target 으로 드라이브를 지정하거나 새로 측정할 것

# run
session-interrupted-before-began = 시작하기 전에 중단됨
session-nothing-drive-opened = 드라이브를 전혀 열지 않음
session-blocks-kept-when-again-iogram-restore = 블록은 보관되어 있음. 장치가 다시 있으면: iogram restore { $journal }

# side_by_side
session-cannot-start-thread-error = 스레드를 시작할 수 없음: { $error }
session-measure-fewer-drives-once = 한 번에 더 적은 드라이브를 측정할 것
session-cannot-measure-once-both-lie = { $one }과(와) { $other }을(를) 동시에 측정할 수 없음: 둘 다 { $drive }에 있음
session-name-target-each-drive-leave-once = 드라이브마다 대상을 하나씩 지정하거나 --at-once 를 뺄 것

# simulated
session-mean-iogram-sim-list-names-all = 혹시 { $one }? 전체 목록은 iogram sim list
session-iogram-sim-list-names-all-own = 전체 목록은 iogram sim list. 자기 것은 sim:FILE.toml
session-mean-iogram-sim-list-names-all-names = 혹시 { $names } 가운데 하나? 전체 목록은 iogram sim list
session-no-simulated-drive = 시뮬레이션 드라이브 "{ $name }"은(는) 없음
session-describes-no-drive = { $called }은(는) 드라이브의 기술이 아님: { $message }

# tuning
session-cannot-tune-computer = 이 컴퓨터를 설정할 수 없음: { $why }
session-run-root-sudo = root로 실행할 것(sudo)

# write_cache
session-run-only-reads-leaves-write-cache = 읽기만 하는 실행은 드라이브의 쓰기 캐시를 그대로 둠
session-leave-write-cache-out-use-method = --write-cache 를 빼거나 쓰는 방법을 사용할 것
session-cannot-switch-write-cache-simulated-drive = 시뮬레이션 드라이브의 쓰기 캐시를 켤 수 없음: 휘발성 캐시가 없음
session-leave-write-cache-out-stays = --write-cache 를 빼면 그대로 둠
session-drive-below-file-other-users-write = 파일 아래의 드라이브는 다른 사용자도 씀: 쓰기 캐시를 그대로 둠
session-leave-write-cache-out-measure-device = --write-cache 를 빼거나 장치 자체를 측정할 것
session-no-write-cache-could-switched = { $target }에는 바꿀 수 있는 쓰기 캐시가 없음
session-leave-write-cache-out = --write-cache 를 뺄 것

# resume
session-model = 모델
session-capacity = 용량
session-unknown = 알 수 없음

# trial
session-interrupted = 중단됨

# resolve
session-cannot-run-needs-free-space-allows = { $spec }에서 { $method }을(를) 실행할 수 없음: { $min }이(가) 필요한데 남은 공간은 { $capacity }뿐임
session-cannot-run-needs-file-system-only = { $spec }에서 { $method }을(를) 실행할 수 없음: { $min }이(가) 필요한데 파일 시스템은 { $capacity }뿐임
session-cannot-run-needs-file-only = { $spec }에서 { $method }을(를) 실행할 수 없음: { $min }이(가) 필요한데 파일의 크기는 { $capacity }뿐임
session-cannot-run-needs-borrowed-only = { $spec }에서 { $method }을(를) 실행할 수 없음: { $min }이(가) 필요한데 빌린 부분의 크기는 { $capacity }뿐임
session-cannot-run-needs-device-only = { $spec }에서 { $method }을(를) 실행할 수 없음: { $min }이(가) 필요한데 장치의 크기는 { $capacity }뿐임

# 그 밖
session-store-runs-program-open = 이 프로그램이 열어 둔 실행 저장소임
session-refused-go-run-process-measures-since = 실행 { $run_id }을(를) 이어서 하기를 거부함: 프로세스 { $process }이(가) { $since }부터 측정 중
session-file = 파일임
session-borrow-more-borrow-size-2 = --borrow=SIZE 로 더 빌릴 것
session-name-larger-file-directory = 더 큰 파일이나 그 디렉터리를 지정할 것
session-name-another-target = 다른 대상을 지정할 것
