# parse
sim-cannot-read-drive-description = 드라이브의 기술을 읽을 수 없음: { $why }
sim-cannot-build-drive = 드라이브 "{ $name }"을(를) 만들 수 없음: { $field } { $reason }
sim-docs-simulator-md-explains-every-field = 모든 항목은 docs/simulator.md 에 설명되어 있고, `iogram sim show NAME`이 올바른 기술을 출력함

# quantity
sim-longer-anything-drive = "{ $text }"은(는) 드라이브의 어떤 동작보다도 김
sim-write-most-365-days-31536000s = 최대 365일(31536000s)까지 쓸 것
sim-write-size-per-second-12-8mb = 초당 크기로 쓸 것. 예: 12.8MB/s
sim-not-rate = "{ $text }"은(는) 속도가 아님
sim-write-percentage-up-four-decimals-99 = 소수 넷째 자리까지의 백분율로 쓸 것. 예: 99.999%
sim-not-percentage = "{ $text }"은(는) 백분율이 아님

# random
sim-not-kind-drive = "{ $text }"은(는) 드라이브의 종류가 아님
sim-use-sd-usb-ssd-fake = sd, usb, ssd, fake 가운데 하나를 쓸 것

# rig
sim-simulating-further-take-too-long = { $name }의 시뮬레이션을 계속하면 너무 오래 걸림
sim-cannot-fill-data = { $name }을(를) 데이터로 채울 수 없음: { $why }
sim-cannot-use = { $name }에서 { $size }을(를) 쓸 수 없음: { $capacity }뿐임
sim-choose-smaller-size = 더 작은 크기를 고를 것
sim-cannot-run-simulated-drive-no-file = { $name }에서 { $application }을(를) 실행할 수 없음: 시뮬레이션 드라이브에는 파일 시스템이 없음
sim-name-directory-iogram-sim-serve-makes = 디렉터리를 지정할 것. iogram sim serve는 드라이브를 포맷하고 마운트할 수 있는 파일로 만들어 줌
sim-cannot-discard = { $name }의 { $start }부터 { $end }까지 discard할 수 없음: { $why }
