# error
serial-cannot-read-another-program-reads = { $path }을(를) 읽을 수 없음: 다른 프로그램이 읽고 있음
serial-not-any-more = { $path }이(가) 없어짐
serial-cannot-see-nothing-came = "{ $pattern }"이(가) 보이지 않음: { $path }에서 { $waited } 동안 아무것도 오지 않음
serial-cannot-see-no-line-matched = "{ $pattern }"이(가) 보이지 않음: { $waited } 동안 { $path }의 어느 줄도 맞지 않음
serial-serial-lines-members-group-sudo-adduser = 시리얼 라인은 그룹의 구성원만 씀: sudo adduser $USER dialout 뒤에 다시 로그인하세요
serial-adapter-plugged-ls-dev-ttyusb-dev = 어댑터를 꽂았나요? ls /dev/ttyUSB* /dev/ttyACM* /dev/ttyAMA* 로 무엇이 있는지 보임
serial-end-terminal-program-minicom-picocom-screen = 그것을 연 터미널 프로그램(minicom, picocom, screen)을 끝내세요
serial-adapter-unplugged-boots-until-kept = 어댑터를 뽑았나요? 그때까지의 부팅은 저장되어 있음
serial-computer-console-line-tx-rx-limit = 컴퓨터가 켜져 있고 콘솔이 이 라인에 있으며 TX가 RX에 이어져 있나요? --limit 으로 더 오래 기다림
serial-came-looks-garbled-baud-speed-console = 온 것이 깨져 보입니다: --baud 가 콘솔의 속도인가요?
serial-name-lines-say-limit-waits-longer = 줄에 나오는 말을 --from 과 --to 로 대세요. --limit 으로 더 오래 기다림

# log
serial-cannot-find-time-beginning-line = { $number }번째 줄 앞에 시각이 없음
serial-each-line-needs-seconds-time-day = 줄마다 있어야 함: ts, tio, minicom이 쓰는 것처럼 초, 시각, 또는 날짜와 시각
serial-line-earlier-time-line-before = { $number }번째 줄의 시각이 앞줄보다 이름
serial-log-computer-order-lines-came = 로그는 컴퓨터 하나의 것이고, 줄이 온 순서대로여야 함

# patterns
serial-cannot-use-pattern = 패턴 "{ $pattern }"을(를) 쓸 수 없음: { $why }
serial-regular-expression-write-bracket-dot = 정규 표현식입니다: 괄호는 \(, 점은 \. 로 쓰세요
serial-cannot-use-pattern-matches-every-line = 패턴 "{ $pattern }"을(를) 쓸 수 없음: 모든 줄에 맞음
serial-name-words-line-u-boot-login = U-Boot, login: 같은 그 줄의 말을 대세요

# port
serial-cannot-open = { $path }: 열기 실패: { $why }
serial-cannot-listen-no-serial-line = { $path }을(를) 들을 수 없음: 시리얼 라인이 아님
serial-name-serial-line-dev-ttyusb0-file = /dev/ttyUSB0 같은 시리얼 라인이나, 시각이 있는 로그 파일을 대세요
serial-cannot-lock = { $path }: 잠그기 실패: { $why }
serial-cannot-set-baud-adapter-makes = { $path }을(를) { $baud } baud로 맞출 수 없음: 어댑터가 { $reached }(으)로 함
serial-name-speed-adapter-115200 = 115200처럼 어댑터가 할 수 있는 속도를 대세요
serial-cannot-read = { $path }: 읽기 실패: { $why }

# 그 밖
serial-cannot-set = { $path }: 설정 실패: { $why }
