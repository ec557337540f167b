# 모든 명령에 공통
help-lang = 보고서, 도움말, 오류의 언어: en 또는 ko [기본값: 환경의 언어, 없으면 en]
help-units = 사람이 읽는 모든 곳의 전송 속도 단위: MB(초당 10^6 바이트) 또는 MiB(2^20) [기본값: 변수 `IOGRAM_UNITS`, 없으면 MB]. 프로그램용 형식은 초당 바이트를 씀
help-help = 도움말 출력
help-settings = 방법의 매개변수를 지정. "iogram methods ID"로 목록을 볼 수 있음
help-others = 함께 측정할 다른 대상: A B B A A B 처럼 번갈아 측정해서 시간에 따른 변화가 모두에 똑같이 미치게 함. 끝의 안내대로 비교할 수 있음
help-runs = 이만큼 되풀이해 각각 별도의 실행으로 저장함: 드라이브 사이의 차이는 한 드라이브의 실행들 사이의 차이보다 커야 함("iogram compare A1 A2 A3 -- B1 B2 B3")
help-at-once = 모든 대상을 번갈아가 아니라 동시에 측정함. 대상마다 실행과 스레드가 따로 있음. 많은 드라이브를 검사할 때 쓰며, 서로 느려질 수 있음. 실행마다 무엇과 함께 측정했는지 기록됨
help-each = --at-once 로 함께 측정할 대상을 쉼표로 나누어 더 지정함: 위와 같은 대상 또는 드라이브의 일련번호
help-engine = 요청이 가는 길. auto는 큐 깊이에 가장 값싼 길을 고르고 이유를 기록함
help-seed = 모든 무작위 선택을 정하는 시드 [기본값: 매번 다름]
help-destroy = 장치의 내용을 파괴해도 된다고 허용함: 일련번호를 그대로 입력. 일련번호가 없으면 거부 메시지에 나온 이름. 이미 있는 파일이면 파일 이름. --at-once 에서는 드라이브마다 한 번씩
help-borrow = 장치의 처음 SIZE 바이트에 쓰고 있던 것을 되돌림. 비정상 종료 뒤에는 "iogram restore"가 마무리함 [SIZE의 기본값: 1GiB]
help-borrow-journal = 빌린 장치의 블록을 그동안 보관할 곳. 다른 드라이브여야 함 [기본값: 사용자 상태 디렉터리의 iogram/borrowed]
help-unused-outside = 컨테이너 안에서: 바깥에서 이 장치를 쓰는 것이 없음을 직접 확인했다는 뜻. iogram은 바깥을 볼 수 없음. --destroy 와 같은 것을 입력하며, 눈에 보이는 사용은 풀리지 않음
help-notes = 실행에 메모를 남김. 예: cooling="heat sink, fan at 30 cm". 여러 번 쓸 수 있음
help-check = 측정을 방해할 것을 먼저 찾음. 10분 이상 걸리는 방법에서는 항상 함. "iogram check"는 이것만 함
help-tune = 이 실행에 맞춰 컴퓨터를 설정하고(거버너, 유휴 상태, 스케줄러, 타이머, 절전) 끝나면 모두 되돌림. 무엇을 바꾸는지는 "iogram tune"이 알려 줌. root만 가능
help-write-cache = 이 실행을 위해 드라이브 자체의 휘발성 쓰기 캐시를 끄거나 켜고 끝나면 되돌림. 실행이 쓸 수 있는 드라이브만 가능. 없으면 캐시를 그대로 둠
help-health = 측정하는 동안 드라이브의 온도와 상태 로그를 읽는 간격: 10s 같은 시간 또는 "off" [기본값: 1s]
help-checkpoint = 진행 중인 항목을 저장하는 간격. 비정상 종료나 정전에도 그 뒤의 것만 잃음: 10s 같은 시간 또는 "off" [기본값: 60s]
help-power-sensor = 이 컴퓨터의 전력 센서. 이름은 "iogram check"가 알려 줌. 무엇이 연결되어 있는지 적어 둘 것
help-power-csv = 전력계가 CSV로 쓰는 것: 시각과 와트, 또는 볼트와 암페어 열. 자라나는 파일, 이름 있는 파이프, 또는 표준 입력을 뜻하는 "-"
help-cpus = 제출 스레드를 프로세서에 고정함: "auto"이면 드라이브에 가까운 것, 아니면 0-3,8 처럼 적은 것을 차례로 [기본값: 커널이 정함]
help-poll = 드라이브의 인터럽트를 기다리지 않고 완료를 폴링함. 할 수 없으면 실행에 그렇게 적고 기다림
help-wait-batch = 완료가 이만큼 모이거나 나가 있는 요청이 모두 끝나면 가져감. 1보다 크면 시스템 호출을 아끼지만 마지막 것 말고는 시각이 늦게 찍힘. 얼마나 늦는지는 기록에 남음
help-clock = 지연 시간을 재는 시계: auto는 커널이 믿는 프로세서 카운터를 쓰고 계속 커널 시계와 맞춰 봄
help-server = 여러 컴퓨터가 함께 쓰는 서버: 드라이브를 열기 전에 그곳에서 확보해 다른 컴퓨터가 측정하지 못하게 하고, 끝나면 실행을 그곳에 복사함. postgres://USER@HOST/DATABASE [기본값: $IOGRAM_SERVER. 없으면 둘 다 하지 않음]
help-lease = 일련 번호 대신 이 이름으로 드라이브를 확보. 일련 번호가 없거나 다른 드라이브와 같을 때 씀. "off"는 확보하지 않음
help-lease-time = 소식이 없을 때 드라이브가 이 실행의 것으로 남는 시간. 그 뒤에는 다른 실행이 가져갈 수 있고, 이 실행은 그 전에 스스로 멈춤 [기본값: 5m]
help-lease-wait = 다른 실행이 쓰는 드라이브를 기다리는 시간 [기본값: 기다리지 않음. 캠페인의 작업은 10m]
help-json = 실행 전체를 새 파일 FILE에 JSON으로 씀. "-"이면 표준 출력(다른 것은 나가지 않음)
help-overwrite = --json 의 FILE이 이미 있으면 바꿔 씀. 장치, 링크, 사용 중인 파일에는 절대 쓰지 않음
help-format = 표준 출력에 결과를 표시하는 형식
help-is-full = 모두 표시: 모든 수치, 컴퓨터, 측정 방법
help-quiet = 표준 오류에 진행 상황을 표시하지 않음
help-store = 실행을 저장하는 파일, 또는 postgres://USER@HOST/DATABASE [기본값: $IOGRAM_STORE, 없으면 사용자 데이터 디렉터리의 iogram/runs.sqlite]
help-no-store = 실행을 저장하지 않음
help-first = 방법의 id. "iogram methods"로 목록을 볼 수 있음. --method-file 을 쓰면 생략
help-second = 디렉터리, 파일, 블록 장치, sim:NAME 또는 null:
help-method-file = METHOD 대신 쓸 자기 방법 파일
help-reference = 기록된 트레이스의 점수를 이 실행의 점수에 대한 비율로도 보임: 실행 id, "last", --json으로 쓴 파일, 또는 시뮬레이션 SATA SSD인 "s4-ssd"
help-purpose = 용도: camera, pi, etcd, sqlite, slog, ceph 등
help-target = 디렉터리, 파일, 블록 장치 또는 sim:NAME
help-list = 용도와 그것을 가리키는 낱말 목록
help-from = 부팅이 시작되는 줄: 줄 안에서 찾을 정규 표현식
help-to = 부팅이 끝나는 줄
help-limit = 부팅의 첫 줄을 기다릴 시간. 마지막 줄도 다시 그만큼 기다림 [기본값: 5m]
help-io-timeout = 이보다 오래 걸리는 요청이 있으면 시험을 끝내고 드라이브가 응답하지 않는다고 판정함 [기본값: 10m]
help-out = 대신 차트가 있는 문서를 씀: 디렉터리(문서, Markdown, 그림, 데이터) 또는 FILE.html
help-images = Markdown이 가리키는 그림의 종류: SVG, 또는 SVG와 함께 PNG
help-has-dark = 모든 그림을 어두운 배경용으로도 그림: NAME-dark.svg
help-read = 읽기의 비율. 읽기, discard, 플러시가 아닌 것은 쓰기 [기본값: 모두 읽기]
help-size = 처음 SIZE 바이트에서 작업함. 디렉터리이면 시험 파일의 크기 [기본값: 1GiB]
help-full = 모든 블록을 쓰고 읽음. 장치의 내용은 모두 사라짐
help-device = 블록 장치: 경로, 커널 이름, 일련번호, 또는 일련번호나 모델의 일부
help-yes = 묻지 않음: 내용을 써도 됨
help-id = 이 방법을 설명
help-method = 이 방법의 실행만
help-command = 그동안 이 명령을 실행
help-cell = 반복: 항목 이름과 1부터 센 번호. 예: read#2
help-drives = 이 드라이브의 끝까지 진행된 최근 실행. 모든 드라이브에 있는 방법 가운데서 고름: 카탈로그의 이름, 또는 일련번호, 모델, 대상의 일부
help-sort = 정렬 기준: 가장 새로운 측정부터, 이름순, 또는 가격이 낮은 것부터
help-drive = 드라이브의 id, 일련번호, 또는 이름의 일부
help-bought-as = 판매자가 붙인 이름
help-kind = SD, USB, SATA, NVMe 등
help-capacity = 제품에 표시된 용량. 예: 256GB
help-promises = 제품에 표시된 성능: read=190MB/s, write=130MB/s, read-iops=4000, write-iops=2000, endurance=150TB(또는 endurance=0.3DWPD/5y), class=V30. 여러 번 쓸 수 있음
help-facts = 측정으로는 알 수 없는, 데이터 시트에 적힌 사실. 예: "power-loss protection=yes". 값을 비우면 지움. 여러 번 쓸 수 있음
help-scores = 직접 실행한 다른 벤치마크의 점수, 예: "3DMark Storage=3250", 날짜와 함께라면 "3DMark Storage=3250@2026-11-20". 드라이브 페이지와 표에 직접 입력한 값으로 표시됩니다. 값을 비우면 지웁니다. 여러 번 쓸 수 있음
help-price = 산 가격. 예: 19.90EUR
help-priced-on = 산 날짜. 예: 2025-12-19
help-shop = 산 곳
help-photo = 사진의 경로나 주소
help-run = 실행의 id나 그 앞부분, 또는 "last"
help-serial = 일련번호. 카드 리더기의 일련번호는 어느 카드의 것도 아님
help-simulated = 실제 드라이브 대신 가상 드라이브를 봄. 시드 하나가 드라이브 하나
help-format-is-json = 전부: 이상한 것과 모든 분포 ("iogram schema fleet")
help-help-long = 도움말 출력(요약: '-h')
help-format-is-openmetrics = OpenMetrics 1.0 형식의 지표, 실행 시각 포함
help-format-is-prometheus = 같은 지표를 Prometheus 텍스트 형식으로, 텍스트 파일 수집기용
help-file = 캠페인 파일, TOML
help-name = iogram에 들어 있는 드라이브, 또는 드라이브를 기술한 파일

# 명령마다
help-word-options = 옵션
help-word-arguments = 인수
help-word-commands = 명령
help-word-usage = 사용법
help-word-default = 기본값
help-word-possible-values = 가능한 값
help-about = 플래시 저장 장치를 측정하고 드라이브가 무엇에 적합한지 알려 줍니다
help-after =
    대상: 디렉터리(임시 파일을 만들어 쓰고 지움), 파일, /dev/sdb 같은 블록 장치,
    sim:NAME(시뮬레이션 드라이브), null:(아무것도 없음: iogram 자체의 비용).
    크기: KiB, MiB, GiB는 1024의 거듭제곱, kB, MB, GB는 1000의 거듭제곱. 시간: 500ms, 10s, 2m.
    종료 코드: 0 정상, 1 드라이브가 시험에 불합격, 2 잘못된 사용, 3 데이터 보호를 위해 거부,
    4 입출력 오류나 환경 문제 또는 중단, 5 iogram의 버그, 6 알 수 없음: 측정이 너무 적거나,
    드라이브가 아닌 다른 것이 수치를 결정함.
help-version = 버전 출력
help-diagnose-about = 드라이브가 쓸 만한지, 어디에 알맞은지: 표시한 것과 같은지, 얼마나 빠른지, 멈추는지와 그 까닭
help-diagnose-after =
    --borrow나 --destroy가 없으면 드라이브 전체를 읽기만 합니다. 디렉터리에는 시험 파일만 씁니다.
    종료 코드 0: 계속 쓸 것. 1: 위조품이거나 고장. 6: 알 수 없음.
help-diagnose-target = 디렉터리, 블록 장치 또는 sim:NAME
help-diagnose-max-time = 이 시간과 진행 중인 요청보다 오래 걸리지 않음. 10s 이상 [기본값: USB 2에서 3m, NVMe에서 15m, 그 밖에는 10m]
help-diagnose-borrow = 용량도 시험: 장치의 몇 곳에 쓰고 있던 것을 되돌려 놓음
help-diagnose-destroy = 장치의 모든 것을 덮어쓰고 모두 시험: 일련번호를 입력. 일련번호가 없으면 거부할 때 알려 주는 것
help-diagnose-borrow-journal = 장치의 블록을 그동안 보관할 곳. 다른 드라이브여야 함 [기본값: 사용자 상태 디렉터리의 iogram/borrowed]
help-quick-about = 현재 디렉터리(또는 TARGET)가 있는 드라이브를 1분쯤 시험
help-quick-target = 디렉터리, 파일, 블록 장치 또는 sim:NAME [기본값: .]
help-word-engine = 엔진
help-word-safety = 안전
help-word-platform = 플랫폼
help-word-fleet = 여러 컴퓨터
help-word-output = 출력
help-run-about = 대상에서 방법을 실행
help-good-for-about = 한 용도에 필요한 것을 측정하고 드라이브가 충분한지 판정
help-good-for-after =
    종료 코드 0: 충분하거나 공개된 기준이 없음. 1: 부족함. 6: 알 수 없음.
    디렉터리에는 시험 파일만 씁니다. 용도: iogram good-for --list.
help-boot-about = 컴퓨터가 드라이브에서 부팅하는 시간을 시리얼 라인에서 잼: 첫 U-Boot 줄부터 로그인 프롬프트까지
help-boot-line = 컴퓨터의 콘솔이 있는 시리얼 라인(/dev/ttyUSB0 등), 또는 파일: 줄마다 앞에 시각이 있는 로그. 그 안의 부팅을 모두 셈
help-boot-runs = 부팅 횟수 [기본값: 5]
help-boot-power = 컴퓨터의 전원을 껐다 켜는 명령. 부팅마다 먼저 sh로 실행함. 없으면 직접 껐다 켜야 함
help-boot-baud = 라인의 속도: 8비트, 패리티 없음, 정지 비트 1
help-boot-drive = 컴퓨터가 부팅하는 드라이브("Extreme 64 GB" 등): 실행은 이 드라이브의 것이 됨
help-boot-log = 모든 줄을 시각과 함께 새 파일 FILE에 씀: 시작한 뒤의 초. 이 명령이 다시 읽을 수 있음
help-geometry-about = 카드나 USB 메모리의 구조 확인: 페이지, 할당 단위, 열린 단위
help-geometry-after = --destroy 나 --borrow 가 없으면 읽기로 알 수 있는 페이지와 할당 단위만 찾습니다.
help-geometry-target = 블록 장치 또는 sim:NAME
help-import-about = 다른 도구가 측정한 것을 읽고 같은 결론을 내림: 파일과 폴더. 종류는 내용으로 알아봄
help-import-files = 다른 도구의 파일, 또는 그런 파일이 든 폴더. "-"는 표준 입력
help-import-kind = 파일의 종류 [기본값: 내용으로 알아봄]
help-import-format = 받아들인 것과 거부한 것을 보여 주는 형식
help-import-overwrite = 이미 있는 파일을 바꿔 씀. 장치, 링크, 사용 중인 파일에는 절대 쓰지 않음
help-import-no-store = 실행을 저장하지 않음
help-import-flashbench-about = flashbench의 로그: -a, -O, -f, -s. 명령줄이 있으면 함께
help-import-flashbench-file = 로그
help-import-f3-about = f3read, f3write, f3probe의 로그
help-import-f3-file = 로그
help-import-h2testw-about = 영어 또는 독일어로 된 h2testw 보고서
help-import-h2testw-file = 로그
help-import-run-about = --json 으로 쓴 실행, 또는 저장소에 쓸 수 없어 그 옆에 남긴 실행
help-import-run-file = 로그
help-import-help-about = 이 도움말 또는 지정한 명령의 도움말 출력
help-import-help-flashbench-about = flashbench의 로그: -a, -O, -f, -s. 명령줄이 있으면 함께
help-import-help-f3-about = f3read, f3write, f3probe의 로그
help-import-help-h2testw-about = 영어 또는 독일어로 된 h2testw 보고서
help-import-help-run-about = --json 으로 쓴 실행, 또는 저장소에 쓸 수 없어 그 옆에 남긴 실행
help-import-help-help-about = 이 도움말 또는 지정한 명령의 도움말 출력
help-fio-about = fio의 작업 파일을 이 엔진으로 실행: 옵션이 바라는 것은 하거나, 알리거나, 그 줄과 함께 거절함
help-fio-after =
    --output-format이 없으면 답은 iogram의 것이며, 실행은 다른 것처럼 저장됨.
    파일 시스템의 파일을 대는 작업은 그 옆의 시험 파일로 하며, 그 파일은 나중에 지움.
    되는 옵션: docs/fio.md.
help-fio-file = fio의 작업 파일. "-"는 표준 입력
help-fio-target = 파일이 무엇을 대든 모든 작업의 대상: 디렉터리, 파일, 블록 장치, sim:NAME, null:
help-fio-sections = 이 구역만 실행; 여럿이면 여러 번
help-fio-ignore = 지원하지 않는 옵션을 그 뜻을 알고 뺌; 여럿이면 쉼표로 나눔
help-fio-output-format = fio의 출력을 읽는 것을 위해 결과를 fio처럼 보임
help-fio-into = 새 FILE에 씀
help-fio-as-method = 작업 파일이 되는 방법을 인쇄하고 아무것도 실행하지 않음
help-fio-overwrite = --json이나 --into의 FILE이 있으면 바꿈
help-measure-about = 항목 하나의 측정: 접근 순서, 읽기/쓰기 비율, 큐 깊이, 속도를 자유롭게
help-measure-target = 디렉터리, 파일, 블록 장치, sim:NAME 또는 null:
help-measure-access = 주소의 순서: seq, random, permutation(블록마다 한 번), zoned[=50/5:30/15:20/80], zipf[=1.2], pareto=0.2, normal=10%, strided=1MiB, backward=4KiB, partly-random=30%, stretches=64KiB/1MiB+4MiB(구획마다 옮길 양, 그 길이, 그 뒤에 건너뛸 양), sprandom[=15%](퍼지한 뒤의 쓰기 한 차례로, 오버 프로비저닝이 그만큼인 플래시를 임의 쓰기를 끝없이 한 것과 같은 상태로 남김), write-pointers[=random,open=8](존 드라이브: 쓰기마다 존의 쓰기 포인터에서, 최대 그만큼만 열림). 또는 jesd219-enterprise: 그 부하의 구역, 블록 크기, 읽기 40 %
help-word-workload = 작업 부하
help-measure-discard = discard의 비율
help-measure-flush = 플러시의 비율
help-measure-block = 블록 크기, 또는 크기와 비중: 4KiB:70,64KiB:30 [기본값: 4KiB]
help-measure-depth = 작업마다의 큐 깊이
help-measure-jobs = 작업 수. 작업마다 스레드 하나
help-measure-layout = 작업들이 영역을 함께 쓸지 나눠 쓸지
help-measure-region = 대상에서 사용할 부분: 0..25%, 8GiB..75%, 1GiB... 0..75%,8GiB/2048: 그 가운데 2,048개 구간에 나눈 8 GiB
help-measure-data = 쓸 데이터: random(되풀이되지 않음), zeros, compress=50%
help-measure-sync = 영구 저장: none, each(쓸 때마다 플러시), every=N, end(시간에 포함), dsync
help-measure-sync-call = 데이터를 영구 저장하는 호출
help-measure-direct = 페이지 캐시를 거치지 않음(기본)
help-measure-buffered = 페이지 캐시를 거침
help-measure-buffered-cold = 페이지 캐시를 거치되, 미리 대상의 페이지를 비움
help-measure-rate = 열린 루프: 초당 요청 수 500/s 또는 500/s,poisson. 지연 시간은 예정된 시각부터 잼. 없으면 닫힌 루프
help-measure-time = 측정 시간 [기본값: 다른 종료 조건이 없으면 10s]
help-word-end = 종료 조건
help-measure-amount = 데이터를 이만큼 읽거나 쓸 때까지 측정
help-measure-count = 요청을 이만큼 낼 때까지 측정
help-measure-ramp = 처음에 모든 통계에서 뺄 시간
help-measure-repeat = 항목을 이만큼 되풀이
help-measure-io-timeout = 이보다 오래 걸리는 요청이 있으면 항목을 끝냄. 생략하면 10m, 페이지 캐시를 거치는 쓰기에는 더 길게
help-measure-errors-max = 실패한 요청이 이만큼이면 항목을 끝냄
help-word-target = 대상
help-measure-fresh = 미리 채운 파일 대신 비어 있는 새 시험 파일에 씀
help-measure-name = 보고서에 나타날 항목 이름
help-verify-about = 드라이브가 표시한 용량을 담는지, 속이는지 확인
help-verify-after =
    종료 코드 0: 드라이브가 표시한 용량을 담음. 1: 담지 못하거나 손상됨. 6: 알 수 없음.
    빠른 검사: 표식 몇 개와, 배제해야 할 가장 큰 캐시만큼만 씁니다. 얼마인지는 미리 알립니다.
    --destroy 를 주지 않으면 장치에 있던 것은 뒤에 되돌립니다. 비정상 종료 뒤에는 iogram restore 가
    되돌립니다.
help-verify-target = 블록 장치 또는 sim:NAME. --free 와 --read 에는 디렉터리
help-verify-free = 파일 시스템의 빈 공간을 f3read가 인식하는 파일로 채우고 다시 읽음
help-verify-read = --free, f3write, h2testw가 쓴 파일을 읽음
help-verify-size = --free 와 함께: 최대 이만큼
help-verify-cleanup = 읽은 뒤 파일을 삭제
help-verify-cache = 배제할 위조품 캐시의 최대 크기 [기본값: 8GiB]
help-verify-destroy = 장치의 내용을 되돌리지 않음: 장치의 일련번호를 입력. 일련번호가 없으면 거부할 때 알려 주는 것
help-verify-borrow-journal = 장치의 블록을 그동안 보관할 곳. 다른 드라이브여야 함 [기본값: 사용자 상태 디렉터리의 iogram/borrowed]
help-list-about = 블록 장치 목록: 무엇인지, 어떻게 연결되었는지, 무엇이 쓰고 있는지
help-list-all = 쓰이지 않는 loop, ram, zram 장치도 표시
help-list-json = 목록을 표준 출력에 JSON으로 출력
help-capture-about = 드라이브가 알려 주는 것(레지스터, 상태, 커널의 파일)을 다른 사람이 보아도 되는 파일 하나로 씀: 일련번호는 바꿈. 드라이브에는 묻기만 함
help-capture-out = 새 파일 [기본값: 현재 디렉터리의 DEVICE-capture.json]
help-capture-show = 파일 전체를 표준 출력에 쓰고 파일은 만들지 않음
help-capture-overwrite = FILE이 이미 있으면 바꿔 씀. 장치, 링크, 사용 중인 파일에는 절대 쓰지 않음
help-methods-about = 방법 목록, 또는 한 방법의 설명
help-methods-toml = 방법 파일 그대로 출력. 자기 방법을 만들 때의 출발점
help-plan-about = 방법이 대상에 무엇을 할지 표시: 항목, 데이터양, 시간. 아무것도 쓰지 않음. 측정한 적이 없는 장치는 얼마나 걸릴지 알기 위해 2초 동안 읽음
help-plan-assume = 예상할 때 이 순차 속도를 가정함. 예: 90MB/s [기본값: 범위로 나타냄]
help-plan-drive = 일련번호로 알 수 없을 때 대상이 카탈로그의 어느 드라이브인지: 계획의 쓰기량을 제품에 표시된 내구성과 견줌
help-plan-seed = 시뮬레이션 드라이브의 동작을 정하는 시드
help-plan-full = 긴 계획의 모든 단계를 표시. 생략하면 여러 블록으로 된 계획은 블록마다 한 줄
help-plan-json = 계획을 표준 출력에 JSON으로 출력
help-resume-about = 중단된 실행을 같은 드라이브에서 이어서 함
help-resume-run = 실행의 id나 그 앞부분, 또는 "last" [기본값: 이어서 할 수 있는 유일한 실행]
help-resume-target = 드라이브가 있던 자리에 없을 때 지금 있는 곳
help-runs-about = 저장된 실행 목록
help-runs-target = 대상, 모델, 일련번호에 이것이 들어 있는 실행만
help-runs-limit = 최근 것부터 최대 이만큼
help-runs-behind = 목록에서 이 실행 뒤에 오는 실행만: --limit과 함께 쓰면 다음 쪽
help-runs-json = iogram-runs/1 형식의 JSON으로
help-show-about = 실행(id나 그 앞부분, "last") 또는 장치(경로, 커널 이름, 일련번호, 일련번호나 모델명의 일부) 보기
help-show-after =
    경로나 커널 이름은 장치입니다. 그 밖의 것은 id가 그렇게 시작하는 실행이 저장되어 있으면 실행이고,
    아니면 장치입니다. --run 과 --device 로 정할 수 있습니다.
help-show-what = 실행의 id나 그 앞부분, "last", 또는 --json 으로 쓴 파일. 장치라면 그 경로, 커널 이름, 일련번호, 일련번호나 모델명의 일부
help-show-device = 장치로 해석
help-show-run = 실행으로 해석
help-show-format = 표시 형식
help-show-is-full = 실행의 모든 것을 표시: 모든 수치, 컴퓨터, 측정 방법
help-show-json = --format json 과 같음
help-analyse-about = 저장된 실행을 오늘의 규칙으로 다시 판정하고 달라지는 것을 알림. 드라이브에는 손대지 않음
help-analyse-runs = 실행의 id나 그 앞부분, "last", 또는 --json 으로 쓴 파일
help-analyse-json = iogram-analysis/1 형식의 JSON으로, 실행마다 하나씩
help-report-about = 실행을 차트가 있는 문서, 그림이 있는 Markdown, 원자료로 쓰기
help-report-runs = 실행의 id나 그 앞부분, "last", 또는 --json 으로 쓴 파일. 여럿이면 비교함
help-report-out = 디렉터리(문서, Markdown, 그림, 원자료) 또는 파일 FILE.html(문서. 원자료는 그 옆에 둠)
help-report-overwrite = 이미 있는 파일을 바꿔 씀. 장치, 링크, 사용 중인 파일에는 절대 쓰지 않음
help-report-serial = 원자료에 일련번호를 남김
help-check-about = 여기에서 측정을 방해할 것을 찾고 해결 방법을 알림. 아무것도 바꾸지 않음
help-check-device = 측정할 장치나 그 위의 위치: 그 스케줄러, 온도, 스왑, 다른 사용도 살펴봄
help-check-json = 표준 출력에 JSON으로 출력
help-tune-about = 측정에 맞춰 이 컴퓨터를 설정하고 모두 되돌림. 옵션이 없으면 무엇을 설정할지 알려 주기만 함
help-tune-device = 측정할 장치나 그 위의 위치: 그 스케줄러와 절전도 설정함
help-tune-for-this-run = 설정하고 Ctrl-C(또는 COMMAND가 끝나기)를 기다린 다음 모두 되돌림
help-tune-keep = 설정한 채로 둠. --restore 나 컴퓨터 재시작까지 유지됨
help-tune-restore = 비정상 종료한 실행이나 --keep 이 바꿔 둔 것을 되돌림
help-tune-turbo-off = 열에 따라 달라지는, 정격을 넘는 클록도 끔
help-delete-about = 저장소에서 실행 삭제
help-delete-run = 실행의 id 전체
help-exclude-about = 저장된 실행의 반복 하나를 이유를 적고 수치에서 뺌. 괄호 안에 표시됨
help-exclude-run = 실행의 id나 그 앞부분, 또는 "last"
help-exclude-reason = 왜 드라이브에 대해 말해 주는 것이 없는지. 실행을 읽는 사람이 봄
help-include-about = 뺐던 반복을 다시 집계함
help-include-run = 실행의 id나 그 앞부분, 또는 "last"
help-include-cell = exclude와 같은 방식으로 적은 반복
help-compare-about = 실행이나 드라이브 비교: 무엇이 다른지, 얼마나 확실한지, 비교할 수 있는지
help-compare-runs = 실행들: id나 그 앞부분, 또는 "last". 첫 번째를 기준으로 나머지를 비교함
help-compare-others = 다른 편의 실행 여럿을 "--" 앞의 것들처럼 함께 봄. 이렇게 해야 드라이브에 대해 말할 수 있음: 한 드라이브의 두 실행도 서로 다름
help-compare-runs-each = --drive 와 함께: 각 드라이브의 최근 실행 이만큼을 함께 봄
help-compare-method = --drive 와 함께: 이 방법의 실행
help-compare-is-full = 모두 표시: 실행마다 모든 수치를 첫 실행과 비교
help-compare-format = 표시 형식
help-compare-overwrite = 이미 있는 파일을 바꿔 씀. 장치, 링크, 사용 중인 파일에는 절대 쓰지 않음
help-catalogue-about = 카탈로그: 드라이브에 대해 아는 것, 표시된 성능, 측정한 성능
help-catalogue-list-about = 카탈로그의 드라이브 목록
help-catalogue-show-about = 드라이브 보기: 표시된 성능과 측정한 성능, 모든 수치, 실행들
help-catalogue-show-format = 표시 형식
help-catalogue-history-about = 여러 해에 걸친 드라이브: 작업 종류마다 모든 측정값
help-catalogue-history-format = 표시 형식
help-catalogue-table-about = 드라이브를 나란히 보기: 읽기, 쓰기, 표시된 성능, 모든 실행, 데이터베이스와 부팅의 시간, 용도별 드라이브. 글로 낼 때는 --format markdown 또는 -o
help-catalogue-table-drives = 이 드라이브들만. --sort가 없으면 이 순서로
help-catalogue-table-sort = 정렬 기준: 가장 새로운 측정부터, 이름순, 또는 가격이 낮은 것부터 [기본값: 드라이브를 지정하지 않으면 newest]
help-catalogue-table-purposes = 이 용도에 어느 것이 맞는지 말함. 여러 번 쓸 수 있음 [기본값: 여러 크기의 레코드, 데이터베이스, 부팅을 측정했으면 camera, root-fs, database, general-low-price, mostly-reads]
help-catalogue-table-format = 표시 형식
help-catalogue-table-overwrite = 이미 있는 파일을 바꿔 씀. 장치, 링크, 사용 중인 파일에는 절대 쓰지 않음
help-catalogue-add-about = 드라이브 등록
help-catalogue-add-name = 제품 이름. --run 을 쓰면 생략: 드라이브의 모델명
help-catalogue-add-id = 명령에서 부를 이름 [기본값: 제품 이름으로 만듦]
help-catalogue-add-run = 종류, 용량, 일련번호를 이 실행에서 가져오고, 실행을 이 드라이브의 것으로 함
help-catalogue-add-notes = 그 밖의 것
help-catalogue-edit-about = 등록된 드라이브 수정
help-catalogue-edit-name = 다른 제품 이름
help-catalogue-edit-notes = 그 밖의 것
help-catalogue-edit-clear = 지울 항목: bought-as, kind, capacity, promises, price, priced-on, shop, photo, notes. 여러 번 쓸 수 있음
help-catalogue-attach-about = 실행 하나, 또는 한 일련번호의 모든 실행이 어느 드라이브의 것인지 지정
help-catalogue-detach-about = 그 지정을 취소
help-catalogue-remove-about = 등록된 드라이브 삭제. 실행은 남음
help-catalogue-remove-drive = 드라이브의 id 전체
help-catalogue-import-about = 파일에서 드라이브 읽어 들이기
help-catalogue-import-file = "iogram catalogue export"로 쓴 파일
help-catalogue-import-replace = 이미 등록된 것을 바꿈
help-catalogue-export-about = 등록된 드라이브를 표준 출력에 JSON으로 쓰기
help-catalogue-export-drives = 이 드라이브들만
help-catalogue-export-public = 일련번호를 뺌
help-catalogue-import-samples-about = 비교할 수 있도록, 다른 사람들이 공개한 수치가 있는 드라이브를 추가함. 그렇게 표시됨
help-catalogue-help-about = 이 도움말 또는 지정한 명령의 도움말 출력
help-catalogue-help-list-about = 카탈로그의 드라이브 목록
help-catalogue-help-show-about = 드라이브 보기: 표시된 성능과 측정한 성능, 모든 수치, 실행들
help-catalogue-help-history-about = 여러 해에 걸친 드라이브: 작업 종류마다 모든 측정값
help-catalogue-help-table-about = 드라이브를 나란히 보기: 읽기, 쓰기, 표시된 성능, 모든 실행, 데이터베이스와 부팅의 시간, 용도별 드라이브. 글로 낼 때는 --format markdown 또는 -o
help-catalogue-help-add-about = 드라이브 등록
help-catalogue-help-edit-about = 등록된 드라이브 수정
help-catalogue-help-attach-about = 실행 하나, 또는 한 일련번호의 모든 실행이 어느 드라이브의 것인지 지정
help-catalogue-help-detach-about = 그 지정을 취소
help-catalogue-help-remove-about = 등록된 드라이브 삭제. 실행은 남음
help-catalogue-help-import-about = 파일에서 드라이브 읽어 들이기
help-catalogue-help-export-about = 등록된 드라이브를 표준 출력에 JSON으로 쓰기
help-catalogue-help-import-samples-about = 비교할 수 있도록, 다른 사람들이 공개한 수치가 있는 드라이브를 추가함. 그렇게 표시됨
help-catalogue-help-help-about = 이 도움말 또는 지정한 명령의 도움말 출력
help-advise-about = 어느 용도에 카탈로그의 어느 드라이브가 좋은지, 이유와 함께
help-advise-purpose = 용도: camera, dashcam, phone, root-fs, boot, database, etcd, zfs-slog, game, general, general-low-price, mostly-reads
help-advise-budget = 최대 가격. 예: 20EUR. 통화는 환산하지 않음
help-advise-rules = iogram에 들어 있는 규칙 대신 쓸 자기 규칙
help-advise-print-rules = iogram에 들어 있는 규칙 출력. 자기 규칙을 만들 때의 출발점
help-advise-format = 표시 형식
help-advise-overwrite = 이미 있는 파일을 바꿔 씀. 장치, 링크, 사용 중인 파일에는 절대 쓰지 않음
help-fleet-about = 여러 드라이브를 한꺼번에: 서로 맞지 않는 것과 수치의 분포
help-fleet-after =
    FIGURE 없이: 서로 맞지 않는 드라이브 - 같은 모델의 다른 드라이브와 다른 것, 펌웨어가 다른 것, 어느 일련번호부터
    다른 것, 쓰면서 변하는 것. 드라이브는 몇 번을 측정해도 한 번만 셈. 이상한 것이 없는 무리 백에 하나쯤은 우연히 그렇게 보임.
    FIGURE가 있으면: 그 수치가 드라이브들에 어떻게 분포하는지. FIGURE는 random-read-4k.iops,
    sequential-write.bytes_per_s, random-write-4k-queued.latency_p99_ns 같은 이름의 일부이고, "all"은 전부.

    --out FILE.parquet는 대신 DuckDB 등을 위한 표: 실행과 수치마다 한 행, FIGURE가 있으면 그 수치만.
help-fleet-figure = 분포를 보여 줄 수치
help-fleet-drives = 모델, 일련번호, 경로에 이것이 들어 있는 드라이브만
help-fleet-by = 수치를 모으는 기준
help-fleet-by-is-model = 한 모델의 드라이브를 모두 함께
help-fleet-by-is-firmware = 펌웨어가 같은 드라이브
help-fleet-by-is-drive = 드라이브마다 따로
help-fleet-format = 표시 형식
help-fleet-format-is-text = 사람을 위해
help-fleet-overwrite = 이미 있는 파일을 바꿔 씀. 장치, 링크, 사용 중인 파일에는 절대 쓰지 않음
help-fleet-help = 도움말 출력(자세히: '--help')
help-export-about = 실행을 다른 프로그램의 형식으로 쓰기
help-export-format = 출력 형식
help-export-format-is-json = 실행 전체. 공개된 형식 iogram-run/1
help-export-format-is-csv = 항목의 작업마다 한 줄
help-export-format-is-tidy = 측정값마다 한 줄: 양, 값, 단위
help-export-format-is-parquet = 반복, 시계열, 히스토그램을 cells.parquet, series.parquet, histograms.parquet 로
help-export-format-is-hdr = HdrHistogram 구간 로그. 항목의 작업마다 하나
help-export-format-is-fio = fio의 JSON으로. 디렉터리이면 fio-plot이 읽는 대로 항목마다 파일 하나
help-export-format-is-ezfio = ezFIO 표의 열. 디렉터리에 쓰면 초 단위 값과 초과 확률도 함께
help-export-format-is-cdm = CrystalDiskMark처럼 게시판에서 흔히 보는 텍스트
help-export-spreadsheet = csv나 tidy를 프로그램이 아니라 스프레드시트용으로 씀
help-export-spreadsheet-is-point = 소수점이 점(.)일 때: 필드 사이는 쉼표, 맨 앞에 바이트 순서 표식
help-export-spreadsheet-is-comma = 소수점이 쉼표(,)일 때: 필드 사이는 세미콜론, 맨 앞에 바이트 순서 표식
help-export-output = 새 파일 또는 디렉터리(이미 있거나 이름이 /로 끝나는 것) [기본값: 표준 출력]
help-export-overwrite = 이미 있는 파일을 바꿔 씀. 장치, 링크, 사용 중인 파일에는 절대 쓰지 않음
help-export-help = 도움말 출력(자세히: '--help')
help-bundle-about = 실행을 남에게 줄 파일 하나로 씀: 기록, 페이지, 차트와 각각의 해시. 일련번호는 숨김
help-bundle-after =
    일련번호, WWN, 경로, 컴퓨터와 사용자의 이름은 솔트를 친 해시로 바뀜: 같은 드라이브는 어느 묶음에서나 같은
    해시이고, 일련번호를 넣어 보아 알아낼 수는 없음. 쓰기 전에 나가는 것을 모두 나열함.
help-bundle-runs = 실행의 id나 그 앞부분, "last", 또는 --json 으로 쓴 파일. 여럿이면 한 페이지에 실림
help-bundle-out = 새 파일, 또는 디렉터리(이미 있거나 /로 끝나는 이름). 디렉터리에는 파일이 그대로 들어가 바로 웹에 올릴 수 있음 [기본값: 여기에 iogram-HASH.zip]
help-bundle-overwrite = 이미 있는 파일을 바꿔 씀. 장치, 링크, 사용 중인 파일에는 절대 쓰지 않음
help-bundle-with-serial = 일련번호, 이름, 경로를 그대로 둠
help-bundle-yes = 묻지 않음. 나가는 것은 그래도 나열함
help-open-about = 남이 묶은 것을 검사하고 보여 줌. 고쳐진 것은 이름을 댐
help-open-bundle = "iogram bundle"이 쓴 파일, 또는 그것을 푼 폴더
help-open-format = 표시 형식
help-open-is-full = 짧은 보고서 대신 전체 보고서
help-open-page = 대신, 이 버전이 기록으로 만드는 페이지를 새 파일에 씀
help-open-overwrite = 이미 있는 파일을 바꿈. 장치, 링크, 사용 중인 파일은 절대 바꾸지 않음
help-site-about = 여러 묶음으로 사이트를 만듦
help-site-build-about = 묶음과 실행으로 정적 사이트를 만듦: 찾고 거르고 정렬하고 비교하는 목록, 실행과 드라이브마다 한 페이지. 서버도 네트워크도 없이 폴더에서 바로 열림
help-site-build-from = 묶음(파일이나 푼 것)과 --json 으로 쓴 실행이 든 폴더, 그 안의 폴더까지
help-site-build-out = 사이트가 갈 곳: 새 폴더, 또는 전에 만든 폴더. 그 파일은 바뀜
help-site-build-title = 목록의 제목 [기본값: Storage measurements]
help-site-help-about = 이 도움말 또는 지정한 명령의 도움말 출력
help-site-help-build-about = 묶음과 실행으로 정적 사이트를 만듦: 찾고 거르고 정렬하고 비교하는 목록, 실행과 드라이브마다 한 페이지. 서버도 네트워크도 없이 폴더에서 바로 열림
help-site-help-help-about = 이 도움말 또는 지정한 명령의 도움말 출력
help-metrics-about = 저장된 것과 연결된 것을 Prometheus 지표로: 마지막 실행, 답, 수치, 온도, 마모
help-metrics-after =
    드라이브마다 각 방법의 가장 새로운 실행과 그 답, 수치, 그리고 연결된 드라이브가 스스로 알리는
    온도, 마모, 오류. 상태 페이지를 읽으려면 root 권한이 필요함. 일련 번호가 들어 있으므로 자신의 모니터링에만 쓸 것.
help-metrics-out = node_exporter 같은 텍스트 파일 수집기를 위한 파일. 이름은 .prom으로 끝남. 온전히 나타나거나 아예 나타나지 않음 [기본값: 표준 출력]
help-metrics-overwrite = 이미 있는 파일을 바꿈. 장치, 링크, 사용 중인 파일은 절대 바꾸지 않음
help-metrics-format = 형식: 텍스트 파일 수집기는 Prometheus 형식을 받음
help-metrics-format-is-prometheus = Prometheus 텍스트 형식 0.0.4
help-metrics-format-is-openmetrics = 단위가 있는 새 형식 1.0
help-metrics-no-devices = 연결된 장치는 빼기: 드라이브에 아무것도 묻지 않음
help-metrics-simulated = 가상 드라이브의 실행도 포함
help-metrics-help = 도움말 출력(자세히: '--help')
help-push-about = 저장된 실행을 여럿이 쓰는 서버나 다른 파일로 복사. 다시 해도 해가 없음
help-push-after =
    실행은 그곳에 통째로 나타나거나 아예 나타나지 않으며, 몇 번을 보내고 무엇이 중간에 끊겨도 한 번만 나타남:
    다시 보낼 것. 측정 중인 실행은 제외. 이미 있는 것은 같은 실행에 항목이 더 있거나 그 뒤에 말한 것(exclude, include)이
    있을 때 바뀌고, 다른 실행으로는 바뀌지 않음.
    암호는 ~/.pgpass, PGPASSFILE의 파일, PGPASSWORD에서 옴.
help-push-runs = id나 그 앞부분, "last"로 지정한 실행 [기본값: 모두]
help-push-to = 보낼 곳: postgres://USER@HOST/DATABASE(sslmode 등 libpq의 매개변수 포함)나 다른 파일 [기본값: $IOGRAM_SERVER]
help-pull-about = 서버나 다른 파일에서 실행을 복사
help-pull-after =
    여기 이미 있는 것은 항목이 더 많은 같은 실행으로만 바뀜. 여기서 실행에 대해 말한 것(exclude, include)은
    남음.
    암호는 ~/.pgpass, PGPASSFILE의 파일, PGPASSWORD에서 옴.
help-pull-runs = id나 그 앞부분, "last"로 지정한 실행 [기본값: 모두]
help-pull-from = 가져올 곳: postgres://USER@HOST/DATABASE(sslmode 등 libpq의 매개변수 포함)나 다른 파일 [기본값: $IOGRAM_SERVER]
help-pull-target = 대상, 모델, 일련번호에 이것이 들어 있는 실행만
help-campaign-about = 여러 컴퓨터의 여러 드라이브에서 여러 방법을 실행: Slurm으로, ssh로, 또는 여기서
help-campaign-plan-about = 캠페인이 할 일을 보임: 드라이브, 방법, 작업. 아무것도 측정하지 않음
help-campaign-plan-engine = 작업을 대기시키고 시작하는 것 [기본값: 파일에 적힌 것, 없으면 local]
help-campaign-plan-format = 보여 주는 형식. JSON은 다른 컴퓨터에서 "campaign task"가 받는 것
help-campaign-submit-about = 캠페인을 시작하거나 이어서 함: 끝난 것은 다시 하지 않음
help-campaign-submit-after =
    slurm: 드라이브가 있는 곳마다 배열 작업 하나를 대기열에 넣고 Slurm에 맡깁니다.
    ssh, local: 모두 끝날 때까지 이 명령이 남아 있습니다. Ctrl-C나 "campaign cancel"로 끝내고 같은 명령으로 이어서 합니다.
    종료 코드 0: 모두 끝남(slurm: 대기열에 넣음), 1: 모두 끝났고 실패한 드라이브가 있음, 4: 하지 못한 것이 있음,
    6: 모두 끝났고 실패한 드라이브는 없지만 물음에 답하지 못한 실행이 있음.
help-campaign-submit-engine = 작업을 대기시키고 시작하는 것 [기본값: 파일에 적힌 것, 없으면 local]
help-campaign-submit-parallel = 동시에 할 작업 수: local은 전체, ssh는 컴퓨터마다, slurm은 배열마다. 한 드라이브에서 둘을 동시에 하지는 않음 [기본값: local과 ssh 1, slurm 제한 없음]
help-campaign-submit-dry-run = Slurm이나 OpenSSH에 전할 것을 보이기만 하고 전하지 않음
help-campaign-status-about = 캠페인이 얼마나 진행되었는지
help-campaign-status-format = 표시 형식
help-campaign-cancel-about = 캠페인을 끝냄. 측정한 것은 남음
help-campaign-report-about = 캠페인의 결과: 어떤 드라이브가 어떤 방법에서 실패했는지, 그리고 실행의 문서
help-campaign-report-format = 표시 형식
help-campaign-report-out = 모든 실행이 든 디렉터리(문서, Markdown, 그림, 원자료) 또는 파일 FILE.html. "iogram report"가 쓰는 형식
help-campaign-report-overwrite = 이미 있는 파일을 바꿔 씀. 장치, 링크, 사용 중인 파일에는 절대 쓰지 않음
help-campaign-task-about = 작업 하나 또는 그 남은 부분을 수행. 엔진이 쓰는 명령이며, 끝난 작업은 아무것도 측정하지 않음
help-campaign-task-after =
    종료 코드는 실행과 같습니다: 0 이상 없음, 1 드라이브 실패, 3 다른 실행이 드라이브를 씀, 4 하지 못함(같은
    명령으로 이어서 함), 6 알 수 없음. Slurm, ssh, local이 이 명령을 시작하며 직접 입력할 수도 있습니다.
help-campaign-task-file = 캠페인 파일, 계획("campaign plan --format json"), 또는 표준 입력의 계획이면 -
help-campaign-task-index = 몇 번 작업인지. "campaign plan"이 매기는 번호
help-campaign-task-attached = 계획이 들어온 표준 입력이 끝나면 끝냄: 연결이 끊겼거나 아무도 기다리지 않음
help-campaign-help-about = 이 도움말 또는 지정한 명령의 도움말 출력
help-campaign-help-plan-about = 캠페인이 할 일을 보임: 드라이브, 방법, 작업. 아무것도 측정하지 않음
help-campaign-help-submit-about = 캠페인을 시작하거나 이어서 함: 끝난 것은 다시 하지 않음
help-campaign-help-status-about = 캠페인이 얼마나 진행되었는지
help-campaign-help-cancel-about = 캠페인을 끝냄. 측정한 것은 남음
help-campaign-help-report-about = 캠페인의 결과: 어떤 드라이브가 어떤 방법에서 실패했는지, 그리고 실행의 문서
help-campaign-help-task-about = 작업 하나 또는 그 남은 부분을 수행. 엔진이 쓰는 명령이며, 끝난 작업은 아무것도 측정하지 않음
help-campaign-help-help-about = 이 도움말 또는 지정한 명령의 도움말 출력
help-purge-about = 드라이브를 새것의 상태로 되돌림. 내용은 모두 사라짐
help-purge-target = 블록 장치
help-purge-how = 한 가지 방법만: nvme-format, nvme-sanitize, ata-security-erase, secure-discard, discard, zero-fill. auto: 드라이브에 맞는 것을 될 때까지 차례로. 지우는 동안 드라이브를 비밀번호 "iogram"으로 잠그는 ata-security-erase 는 쓰지 않음
help-purge-destroy = 장치의 내용을 지워도 된다는 허락: 장치의 일련번호를 입력. 일련번호가 없으면 거부할 때 알려 주는 것
help-restore-about = 비정상 종료하거나 장치가 뽑힌 뒤, 빌렸던 부분을 되돌림
help-restore-journal = 보관된 블록의 파일 [기본값: 모두]
help-restore-list = 목록만 표시
help-restore-save-as = 되돌리지 않고, 파일에 보관된 블록을 모두 제자리에 둔 새 이미지를 씀
help-restore-borrow-journal = 보관된 곳 [기본값: 사용자 상태 디렉터리의 iogram/borrowed]
help-schema-about = 공개된 JSON Schema 출력
help-schema-of = 대상
help-schema-of-is-run = 실행. --json 이 쓰는 형식
help-schema-of-is-device = 장치. "iogram show --json"이 쓰는 형식
help-schema-of-is-devices = 장치 목록. "iogram list --json"이 쓰는 형식
help-schema-of-is-method = 방법 파일
help-schema-of-is-sim = 시뮬레이션 드라이브의 기술
help-schema-of-is-comparison = 나란히 놓은 실행들. "iogram compare --format json"이 쓰는 형식
help-schema-of-is-drive = 카탈로그의 드라이브. "iogram catalogue show --format json"이 쓰는 형식
help-schema-of-is-advice = 추천. "iogram advise --format json"이 쓰는 형식
help-schema-of-is-capture = 드라이브가 말하는 것. "iogram capture"가 쓰는 형식
help-schema-of-is-fleet = 여러 드라이브. "iogram fleet --format json"이 쓰는 형식
help-schema-of-is-drives = 카탈로그의 드라이브들. "iogram catalogue export"가 쓰고 "catalogue import"가 읽는 형식
help-schema-of-is-check = 측정을 방해할 것. "iogram check --json"이 쓰는 형식
help-schema-of-is-runs = 저장된 실행의 목록. "iogram runs --json"이 쓰는 형식
help-schema-of-is-analysis = 다시 판정한 실행들. "iogram analyse --json"이 쓰는 형식
help-schema-help = 도움말 출력(자세히: '--help')
help-sim-about = 시뮬레이션 드라이브: 목록, 실제 상태 보기, 무작위로 뽑기
help-sim-list-about = iogram에 들어 있는 드라이브 목록
help-sim-list-json = 표준 출력에 JSON으로 출력
help-sim-show-about = 드라이브의 기술과 실제 상태를 출력
help-sim-show-json = 표준 출력에 JSON으로 출력
help-sim-random-about = 드라이브를 무작위로 뽑아 기술을 출력. sim:FILE.toml 로 쓸 수 있음
help-sim-random-kind = 드라이브의 종류
help-sim-random-wide = 종류를 가리지 않고 시중 제품보다 넓은 범위에서, 방해받고 뜨겁고 약한 것까지 뽑음: docs/conclusions.md 가 이 시드로 시험하는 드라이브
help-sim-random-seed = 드라이브를 정하는 시드 [기본값: 매번 다름]
help-sim-serve-about = 드라이브를 어느 프로그램이나 쓸 수 있는 파일로, 실제 시간으로 Ctrl-C까지 제공
help-sim-serve-mount = 빈 디렉터리. 그 안의 유일한 파일이 드라이브가 됨
help-sim-serve-truth = 끝날 때 드라이브의 실제 상태를 JSON으로 FILE에, "-"이면 표준 출력에 씀
help-sim-serve-overwrite = 이미 있는 파일을 바꿔 씀. 장치, 링크, 사용 중인 파일에는 절대 쓰지 않음
help-sim-serve-trace = 모든 요청을 트레이스로 기록하여 끝날 때 FILE에 씀
help-sim-serve-seed = 드라이브의 동작을 정하는 시드 [기본값: 매번 다름]
help-sim-help-about = 이 도움말 또는 지정한 명령의 도움말 출력
help-sim-help-list-about = iogram에 들어 있는 드라이브 목록
help-sim-help-show-about = 드라이브의 기술과 실제 상태를 출력
help-sim-help-random-about = 드라이브를 무작위로 뽑아 기술을 출력. sim:FILE.toml 로 쓸 수 있음
help-sim-help-serve-about = 드라이브를 어느 프로그램이나 쓸 수 있는 파일로, 실제 시간으로 Ctrl-C까지 제공
help-sim-help-help-about = 이 도움말 또는 지정한 명령의 도움말 출력
help-trace-about = 트레이스: 프로그램이 드라이브에 보낸 요청. 어느 도구로 기록했든
help-trace-import-about = 다른 도구나 공개된 모음의 트레이스를 읽어 iogram 형식(Parquet)으로 씀
help-trace-import-file = 읽을 파일. "-"는 표준 입력
help-trace-import-out = 트레이스를 쓸 곳 [기본값: 여기에, FILE의 이름에 .iotrace를 붙여]
help-trace-import-overwrite = 이미 있는 파일을 바꿔 씀. 장치, 링크, 사용 중인 파일에는 절대 쓰지 않음
help-trace-import-kind = FILE의 형식 [기본값: 첫머리로 알아냄]
help-trace-import-kind-is-blktrace = 커널의 이진 기록을 담은 파일 하나(blkparse -d)
help-trace-import-kind-is-blkparse = blkparse의 출력
help-trace-import-kind-is-ftrace = 커널의 추적 파일이 보여 주는 것(trace, `trace_pipe`)
help-trace-import-kind-is-fio = fio의 I/O 로그, 버전 2와 3
help-trace-import-kind-is-msr = MSR Cambridge
help-trace-import-kind-is-alibaba = Alibaba의 블록 트레이스
help-trace-import-kind-is-tencent = Tencent의 클라우드 블록 스토리지
help-trace-import-kind-is-fiu = FIU의 트레이스
help-trace-import-kind-is-systor = SYSTOR '17과 열이 같은 다른 표
help-trace-import-kind-is-spc = Storage Performance Council의 형식
help-trace-import-kind-is-jedec = JEDEC 클라이언트 트레이스(JESD219A): 시각이 없는 쓰기, 트림, 플러시
help-trace-import-kind-is-csv = `issued_ns,kind,offset_bytes,length_bytes` 열이 있는 표
help-trace-import-volume = 볼륨이 여럿인 트레이스에서 이것만
help-trace-import-events = 커널 이벤트 가운데 무엇을 요청으로 볼지(blktrace, blkparse)
help-trace-import-events-is-issued = 드라이브에 건네진 것
help-trace-import-events-is-queued = 합치기 전에 시스템에 요청된 것
help-trace-import-skip-wrong = 이해할 수 없는 줄을 빼고, 몇 줄이었는지 말함
help-trace-import-help = 도움말 출력(자세히: '--help')
help-trace-show-about = 트레이스가 드라이브에 요구하는 것을 표시: 구성, 크기, 순서, 깊이, 작업 범위, 데이터를 확정하는 빈도
help-trace-show-file = iogram 형식의 트레이스
help-trace-show-format = 표시 형식
help-trace-record-about = 명령이 드라이브에 요청하는 것을 커널의 추적 기능으로 기록(root 필요)
help-trace-record-after =
    그동안 누구든 드라이브에 요청한 것을, 커널이 요청을 대신한 프로그램의 이름과 함께 기록합니다.
    명령이 메모리에 남긴 것은 기록되지 않습니다: 끝에 sync를 붙이세요.
help-trace-record-device = 블록 장치: 드라이브 전체
help-trace-record-out = 트레이스를 쓸 곳 [기본값: 이 폴더에 장치 이름과 .iotrace]
help-trace-record-overwrite = 이미 있는 파일을 바꿔 씀. 장치, 링크, 사용 중인 파일에는 절대 쓰지 않음
help-trace-record-command = 명령과 그 인자
help-trace-run-about = 트레이스의 요청을 드라이브에서 원래 시각대로 또는 가능한 한 빨리 다시 실행하고, 당시와 견주어 어떻게 처리했는지 말함
help-trace-run-after =
    트레이스에 쓰기가 있으면 장치에는 --destroy나 --borrow가 필요합니다. 디렉터리에서는 시험 파일만 씁니다.
    그 밖의 설정: iogram methods replay.
help-trace-run-file = iogram 형식의 트레이스
help-trace-run-timing = 요청을 보내는 때: as-recorded, faster=2(모든 시간을 절반으로), as-fast-as-possible: 기록할 때 이미 끝나 있던 요청들이 끝나는 대로 [기본값: as-recorded]
help-trace-run-idle = 요청이 없던 시간은 이만큼으로 줄임. "whole": 원래 길이대로 [기본값: 25ms]
help-trace-run-places = 요청의 위치: exact, modulo, scaled, 또는 fit: 자리가 있으면 exact, 아니면 scaled [기본값: fit]
help-trace-help-about = 이 도움말 또는 지정한 명령의 도움말 출력
help-trace-help-import-about = 다른 도구나 공개된 모음의 트레이스를 읽어 iogram 형식(Parquet)으로 씀
help-trace-help-show-about = 트레이스가 드라이브에 요구하는 것을 표시: 구성, 크기, 순서, 깊이, 작업 범위, 데이터를 확정하는 빈도
help-trace-help-record-about = 명령이 드라이브에 요청하는 것을 커널의 추적 기능으로 기록(root 필요)
help-trace-help-run-about = 트레이스의 요청을 드라이브에서 원래 시각대로 또는 가능한 한 빨리 다시 실행하고, 당시와 견주어 어떻게 처리했는지 말함
help-trace-help-help-about = 이 도움말 또는 지정한 명령의 도움말 출력
help-self-test-about = iogram 자체의 측정: 시계, 엔진의 한계, 데이터 생성
help-self-test-json = 표준 출력에 JSON으로 출력
help-help-about = 이 도움말 또는 지정한 명령의 도움말 출력
