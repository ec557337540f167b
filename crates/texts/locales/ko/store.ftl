# error
store-cannot-open-store-only-file-postgresql = 저장소 { $scheme }://..을(를) 열 수 없음: 저장소는 파일이나 PostgreSQL 데이터베이스여야 함
store-cannot-open-store-postgres-password-stands = 저장소 postgres://..을(를) 열 수 없음: 다른 사람이 읽을 수 있는 주소에 암호가 들어 있음
store-cannot-open-store-build-iogram-cannot = 저장소 { $path }을(를) 열 수 없음: 이 iogram 빌드는 PostgreSQL 서버와 통신할 수 없음
store-cannot-open-store-no-file-names = 저장소 { $path }을(를) 열 수 없음: { $parameter }가 가리키는 파일 { $file }이(가) 없음
store-cannot-open-store-server-not-answer = 저장소 { $path }을(를) 열 수 없음: 서버가 { $waited_s } s 안에 응답하지 않음
store-cannot-open-store-path-not-utf = 저장소 { $path }을(를) 열 수 없음: 경로가 UTF-8이 아님
store-cannot-open-store-directory = 저장소 { $path }을(를) 열 수 없음: 디렉터리임
store-cannot-open-store = 저장소 { $path }을(를) 열 수 없음
store-cannot-open-store-database-another-program = 저장소 { $path }을(를) 열 수 없음: 다른 프로그램의 데이터베이스임
store-cannot-open-store-schema-version-iogram = 저장소 { $path }을(를) 열 수 없음: 스키마 버전이 { $found }인데 이 iogram은 { $known }까지 앎
store-cannot-start-store-runtime = 저장소의 런타임을 시작할 수 없음
store-cannot-trust-store = 저장소 { $path }을(를) 믿을 수 없음: { $problem }
store-cannot-find-last-run-store-holds = 마지막 실행을 찾을 수 없음: 저장소 { $path }에 실행이 없음
store-cannot-find-run = 실행 "{ $name }"을(를) 찾을 수 없음
store-cannot-take-run-process-measures = 실행 { $run_id }을(를) 맡을 수 없음: { $host }의 프로세스 { $pid }이(가) 측정 중
store-cannot-begin-task-campaign-another-run = 캠페인 { $campaign }의 작업 { $task_index }을(를) 시작할 수 없음: 다른 실행이 이미 이 부분임
store-cannot-tell-run = "{ $name }"이(가) 어느 실행인지 알 수 없음: { $ids }
store-cannot-begin-run-store-holds-run = 실행 { $id }을(를) 시작할 수 없음: 같은 id의 실행이 저장소에 있음
store-cannot-add-cell-run-store-holds = 실행 { $run_id }에 항목 { $position }을(를) 더할 수 없음: 그 자리에 항목이 있음
store-cannot-keep-exactly = { $what }을(를) 정확히 저장할 수 없음
store-cannot-find-drive = 드라이브 "{ $name }"을(를) 찾을 수 없음
store-cannot-give-serial-number-second-drive = 일련번호 { $serial }을(를) 두 번째 드라이브에 줄 수 없음: 드라이브 { $drive_id }의 것임
store-cannot-understand-record-drive = 드라이브의 기록을 이해할 수 없음
store-cannot-understand-record-run = 실행 { $run_id }의 기록을 이해할 수 없음
store-name-file-runs-sqlite-postgres-user = 파일(예: runs.sqlite)이나 postgres://USER@HOST/DATABASE를 지정할 것
store-leave-out-put-into-pgpass-host = 암호를 빼고 ~/.pgpass(HOST:PORT:DATABASE:USER:PASSWORD, 모드 0600)나 PGPASSWORD에 넣을 것
store-build-cargo-build-release-features-server = 통신할 수 있게 빌드할 것: cargo build --release --features server (또는 cargo install --path crates/cli --features server)
store-name-file-pem-format-whole-path = PEM 형식의 파일을 전체 경로로 적을 것
store-name-file-path-valid-utf-8 = 경로가 올바른 UTF-8인 파일을 지정할 것
store-name-file-directory-runs-sqlite = 그 안의 파일을 지정할 것. 예: DIRECTORY/runs.sqlite
store-name-file-iogram-new = iogram의 파일이나 새 파일을 지정할 것
store-name-another-file-directory-write-new = 쓸 수 있는 디렉터리의 다른 파일을 지정할 것. 없으면 새로 만듦
store-name-another-file-new-made-not = 다른 파일을 지정할 것. 없으면 새로 만듦
store-update-iogram-name-another-store = iogram을 업데이트하거나 다른 저장소를 지정할 것
store-look-limit-threads-open-files-ulimit = 스레드와 열린 파일의 한도를 볼 것(ulimit -a)
store-measure-something-first-name-another-store = 먼저 측정하거나 다른 저장소를 지정할 것
store-list-runs-store-iogram-runs = 저장소의 실행 목록은 `iogram runs`
store-wait-end-end = 끝날 때까지 기다리거나 끝낼 것
store-another-program-began-meanwhile-start-task = 그 사이 다른 프로그램이 시작함: 작업을 다시 시작하면 이어서 함
store-type-more-id = id를 더 길게 쓸 것
store-kept-never-replaced-remove-run-first = 저장된 것은 바꿔 쓰지 않음. 먼저 실행을 삭제할 것
store-holds-figure-not-finite-number-text = 유한하지 않은 수치나 다르게 읽히는 텍스트가 있음. iogram의 결함이니 알려 주십시오
store-list-drives-iogram-drive-list = 드라이브 목록은 `iogram drive list`
store-remove-iogram-drive-detach = 그쪽에서 `iogram drive detach`로 뗄 것
store-newer-iogram-kept-drive-update-iogram = 더 새로운 iogram이 저장한 드라이브이면 iogram을 업데이트할 것
store-newer-iogram-made-run-update-iogram = 더 새로운 iogram이 만든 실행이면 iogram을 업데이트할 것
store-free-space-file-system-holds-store = 저장소가 있는 파일 시스템에 공간을 마련할 것
store-make-store-file-directory-writable-name = 저장소의 파일과 디렉터리를 쓸 수 있게 하거나 다른 저장소를 지정할 것
store-another-program-using-store-end-try = 다른 프로그램이 저장소를 쓰고 있음. 끝내고 다시 시도할 것
store-look-permissions-file-directory-name-another = 파일과 디렉터리의 권한을 보거나 다른 저장소를 지정할 것
store-move-file-away-left-taken-out = 파일을 다른 곳으로 옮길 것. 남은 것은 `sqlite3 FILE .recover`로 꺼낼 수 있음
store-look-kernel-log-errors-drive-holds = 저장소가 있는 드라이브의 오류를 커널 로그에서 볼 것
store-see-whether-server-runs-reached-pg = 서버가 실행 중이고 닿을 수 있는지 볼 것(pg_isready -h HOST). 저장된 것은 사라지지 않음: 다시 해 볼 것
store-give-certificate-whoever-signed-sslrootcert-file = 주소에 sslrootcert=FILE로 서명한 곳의 인증서를 줄 것
store-name-host-certificate-trust-whoever-signed = 인증서에 적힌 대로 호스트를 적거나, 서명한 곳을 어느 호스트에나 믿을 것: sslmode=verify-ca
store-look-computer-clock-date-right-server = 이 컴퓨터의 시계와 날짜를 볼 것. 맞다면 서버에 새 인증서가 필요함
store-try-again-minute-another-program-writes = 1분 뒤에 다시 시도할 것: 다른 프로그램이 쓰고 있거나, 연결이 끊어진 것을 서버가 아직 알아차리지 못했음
store-turn-tls-ssl-sslmode-address-asks = 그곳에서 TLS를 켤 것(ssl = on): 주소의 sslmode가 TLS를 요구함
store-look-user-address-password-pgpass-mode = 주소의 사용자와, ~/.pgpass(모드 0600)나 PGPASSWORD에 있는 암호를 볼 것
store-ask-looks-after-server-role-reader = 서버를 돌보는 사람에게 역할을 요청할 것: reader, bench, admin (deploy/postgres/roles.sql)
store-make-first-createdb-h-host-database = 먼저 만들 것: createdb -h HOST DATABASE
store-free-space-memory-server-nothing-being = 서버의 공간이나 메모리를 비울 것. 쓰던 것은 하나도 저장되지 않음
store-try-again-moment-raise-server-max = 잠시 뒤 다시 하거나 서버의 max_connections를 올릴 것
store-name-server-takes-changes-not-standby = 대기 서버가 아니라 변경을 받는 서버를 지정할 것
store-look-server-log-restore-last-backup = 서버의 로그를 보고 마지막 백업을 되살릴 것

# lib

# lib

# lib
store-cannot-write-store = 저장소 { $path }: 쓰기 실패

# 그 밖
store-cannot-list-newest-runs-store = 저장소 { $path }: 최근 실행 목록 읽기 실패
store-cannot-read-run-store = 저장소 { $path }: 실행 { $id } 읽기 실패
store-cannot-list-runs-campaign-store = 저장소 { $path }: 캠페인의 실행 목록 읽기 실패
store-cannot-write-run-store = 저장소 { $path }: 실행 { $run_id } 쓰기 실패
store-cannot-read-run-store-run-id-path = 저장소 { $path }: 실행 { $run_id } 읽기 실패
store-cannot-look-figures-store = 저장소 { $path }: 수치 찾기 실패
store-cannot-list-drives-store = 저장소 { $path }: 드라이브 목록 읽기 실패
store-cannot-write-drive-store = 저장소 { $path }: 드라이브 { $id } 쓰기 실패
store-cannot-remove-drive-store = 저장소 { $path }: 드라이브 { $id } 삭제 실패
store-cannot-attach-run-store = 저장소 { $path }: 실행 { $run_id } 붙이기 실패
store-cannot-detach-run-store = 저장소 { $path }: 실행 { $run_id } 떼기 실패
store-cannot-list-runs-drive-store = 저장소 { $path }: 드라이브 { $drive_id }의 실행 목록 읽기 실패
store-cannot-find-drive-run-store = 저장소 { $path }: 실행 { $run_id }의 드라이브 찾기 실패
store-cannot-bring-up-date-store = 저장소 { $path }: 최신 형식으로 바꾸기 실패
store-cannot-find-last-run-store = 저장소 { $path }: 마지막 실행 찾기 실패
store-cannot-list-runs-store = 저장소 { $path }: 실행 목록 읽기 실패
store-cannot-ask-time-store = 저장소 { $path }: 시각 묻기 실패
store-cannot-set-up-store = 저장소 { $path }: 준비 실패
store-cannot-check-store = 저장소 { $path }: 검사 실패
store-cannot-ask-store = 저장소 { $path }: 요청 실패
store-cannot-write-run-store-id-path = 저장소 { $path }: 실행 { $id } 쓰기 실패
store-cannot-remove-cells-run-store = 저장소 { $path }: 실행 { $run_id }의 항목 삭제 실패
store-cannot-write-end-run-store = 저장소 { $path }: 실행 { $id }의 끝 쓰기 실패
store-cannot-find-run-store = 저장소 { $path }: 실행 { $name } 찾기 실패
store-cannot-read-rates-run-store = 저장소 { $path }: 실행 { $id }의 속도 읽기 실패
store-cannot-remove-run-store = 저장소 { $path }: 실행 { $id } 삭제 실패
store-cannot-read-owner-run-store = 저장소 { $path }: 실행 { $run_id }의 소유자 읽기 실패
store-cannot-claim-run-store = 저장소 { $path }: 실행 { $run_id } 확보 실패
store-cannot-keep-run-store = 저장소 { $path }: 실행 { $run_id } 유지 실패
store-cannot-release-run-store = 저장소 { $path }: 실행 { $run_id } 놓아주기 실패
store-cannot-write-cell-run-store = 저장소 { $path }: 실행 { $run_id }의 항목 { $position } 쓰기 실패
store-cannot-renew-lease-store = 저장소 { $path }: 사용권 갱신 실패
store-cannot-let-go-lease-store = 저장소 { $path }: 사용권 반납 실패
store-cannot-list-leases-store = 저장소 { $path }: 사용권 목록 읽기 실패
store-cannot-remove-run-store-run-id-path = 저장소 { $path }: 실행 { $run_id } 삭제 실패
store-cannot-take-lease-drive-store = 저장소 { $path }: 드라이브 사용권 얻기 실패
store-cannot-write-cell-run-store-run-id-path = 저장소 { $path }: 실행 { $run_id }의 항목 쓰기 실패
store-cannot-write-end-run-store-run-id-path = 저장소 { $path }: 실행 { $run_id }의 끝 쓰기 실패
store-cannot-write-run-store-run-id-path = 저장소 { $path }: 실행 { $run_id } 쓰기 실패
