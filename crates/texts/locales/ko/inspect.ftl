# error

# linux/filesystem
inspect-cannot-find = { $path }: 찾기 실패
inspect-cannot-read-free-space = { $path }: 남은 공간 읽기 실패
inspect-cannot-look-file-system = { $path }: 파일 시스템 살펴보기 실패

# linux/power
inspect-cannot-read-power = { $path }: 전력 읽기 실패
inspect-cannot-read-power-place-why = { $place }에서 전력을 읽을 수 없음: { $why }
inspect-no-power-read = { $place }에서 읽은 전력이 없음
inspect-file-needs-times-since-1970-seconds = 파일에는 1970년부터의 시각(초)이 있어야 함

# linux/power/csv
inspect-first-line-names-no-column-watts = 첫 줄 "{ $heading }"에 "watts" 열이 없고 "volts"와 "amperes" 열도 함께 있지 않음

# linux/power/hwmon
inspect-computer-no-power-sensor-kernel-knows = 이 컴퓨터에는 커널이 아는 전력 센서가 없음
inspect-power-sensors-here = 여기 있는 전력 센서: { $names }
inspect-several-meant-whole-names = 여러 개가 해당함. 전체 이름: { $names }

# linux/sysfs
inspect-cannot-read = { $path }을(를) 읽을 수 없음
inspect-holds-expected-number = { $path }의 내용 { $text }은(는) 수가 아님
