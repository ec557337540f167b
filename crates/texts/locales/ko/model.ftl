# catalogue
model-no-kind-work = "{ $text }"은(는) 작업 종류가 아님
model-use = 다음에서 고를 것: { $names }
model-write-amount-currency-20eur-11-49 = 금액과 통화를 쓸 것. 예: 20EUR, 11.49 USD
model-not-price = "{ $text }"은(는) 가격이 아님

# figure
model-not-figure = "{ $text }"은(는) 수치가 아님

# file_system
model-no-file-system-made = "{ $text }"은(는) 만들 수 있는 파일 시스템이 아님
model-write = 다음 중 하나를 쓸 것: { $names }

# purge
model-not-way-purge = "{ $text }"은(는) 초기화 방법이 아님
model-write-auto-nvme-format-nvme-sanitize = auto, nvme-format, nvme-sanitize, ata-security-erase, secure-discard, discard, zero-fill 가운데 하나를 쓸 것

# reading
model-name-file-written-json-run-iogram = --json 으로 쓴 파일이나 "iogram runs"의 실행을 지정할 것
model-another-version-iogram-wrote-read = 다른 버전의 iogram이 쓴 것: 그 버전으로 읽을 것

# rest
model-nothing-rest-wait = "{ $text }"은(는) 쉬면서 기다릴 수 있는 것이 아님
model-write-time-cool-idle-cool-idle = time, cool, idle, cool-and-idle 가운데 하나를 쓸 것

# units
model-write-number-b-kib-mib-gib = B, KiB, MiB, GiB, TiB(1024의 거듭제곱) 또는 kB, MB, GB, TB(1000의 거듭제곱)를 붙인 수로 쓸 것. 예: 4KiB, 1GB
model-write-number-ns-us-ms-s = ns, us, ms, s, m, h를 붙인 수로 쓸 것. 예: 500ms, 10s
model-write-percentage-between-0-100-70 = 0%와 100% 사이의 백분율로 쓸 것. 예: 70%
model-not-size = "{ $text }"은(는) 크기가 아님
model-unknown-unit = "{ $text }"의 단위 "{ $unit }"을(를) 알 수 없음
model-meant-hint = { $meant } { $hint }
model-mean-powers-1024-fio-dd = 혹시 { $digits }{ $binary }(fio와 dd처럼 1024의 거듭제곱) 또는 { $digits }{ $decimal }?
model-mean = 혹시 { $value }?
model-not-time = "{ $text }"은(는) 시간이 아님
model-no-known-unit-time = "{ $text }"에 알 수 있는 시간 단위가 없음
model-not-percentage = "{ $text }"은(는) 백분율이 아님

# workload
model-not-sync-policy = "{ $text }"은(는) 동기화 방식이 아님
model-use-none-each-every-n-end = none, each, every=N, end, dsync 가운데 하나를 쓸 것

# workload/access
model-use-seq-random-permutation-sprandom-15 = seq, random, permutation, sprandom=15%(오버 프로비저닝), zoned=50/5:30/15:20/80(요청의 비율 / 영역의 비율), zipf=1.2, pareto=0.2, normal=10%, strided=1MiB, backward=4KiB, partly-random=30%, stretches=64KiB/1MiB, write-pointers=random,open=8(존 드라이브), jesd219-enterprise 가운데 하나를 쓸 것
model-not-access-pattern = "{ $text }"은(는) 접근 순서가 아님

# workload/again
model-write-read-64-read-16-64 = read=64, read=16/64, write 또는 written=50%로 쓸 것
model-nothing-asked-again = "{ $text }"은(는) 다시 요청할 수 있는 것이 아님

# workload/application
model-write-sqlite-journal-delete-synchronous-full = sqlite,journal=delete,synchronous=full 또는 files,work=make,names=300,sync=each 처럼 쓸 것
model-no-application = "{ $text }"은(는) 프로그램이 아님

# workload/blocks
model-write-size-4kib-sizes-weights-4kib = 크기 하나(4KiB) 또는 크기와 비중(4KiB:70,64KiB:30)을 쓰고, 쓰기나 discard의 크기가 다르면 그 뒤에 쓸 것(4KiB,write=16KiB)
model-not-block-size = "{ $text }"은(는) 블록 크기가 아님

# workload/certainty
model-write-how-well-within-1-95 = 정확도를 쓸 것(예: within 1% at 95% after 5s). 최소 0.1%, 50%~99.9%, 2s
model-no-certainty = "{ $text }"은(는) 정확도 조건이 아님

# workload/data
model-not-data-pattern = "{ $text }"은(는) 데이터 종류가 아님
model-use-random-zeros-compress-50-dedupe = random, zeros, compress=50%, dedupe=30%, placed, 또는 1, 2, 4, 8바이트의 pattern=0xdeadbeef를 쓸 것

# workload/flow
model-not-flow = "{ $text }"은(는) flow가 아님
model-write-weight-1-8-8-2 = 1 이상의 가중치로 쓸 것. 예: 8, 그룹 2이면 8 in 2

# workload/pacing
model-write-requests-per-second-500-s = 초당 요청 수(예: 500/s, 500/s,poisson)나 몇 개의 요청 뒤의 쉼(예: pause=1ms/8)을 쓸 것
model-not-rate = "{ $text }"은(는) 속도가 아님

# workload/rate_floor
model-write-rates-reads-writes-discards-when = 읽기, 쓰기, 폐기의 속도와 언제 보는지를 쓸 것. 예: read 100/s, write 20MiB/s after 2s every 1s. 1s는 100ms의 배수
model-no-least-rate = "{ $text }"은(는) 최저 속도가 아님

# workload/region
model-write-start-end-sizes-percent-0 = 크기나 백분율로 start..end 를 쓸 것. 예: 0..25%, 8GiB..75%, 1GiB... 쉼표 뒤에는 그 가운데 구간에 나눌 양. 예: 0..75%,8GiB/2048
model-not-region = "{ $text }"은(는) 영역이 아님

# workload/replay
model-use-recorded-faster-2-fast-possible = as-recorded, faster=2, as-fast-as-possible, fill 중 하나를 쓰고, 이어서 idle=25ms와 places=exact, places=modulo, places=fit, places=scaled를 쓰세요
model-no-way-make-recorded-requests-again = "{ $text }"(은)는 기록된 요청을 다시 실행하는 방법이 아님

# workload/segments
model-write-amount-8gib-number-segments-8gib = 양을 쓰거나(예: 8GiB) 구간 수와 함께 쓸 것(예: 8GiB/2048)
model-no-amount-segments = "{ $text }"은(는) 구간에 나눌 양이 아님

# workload/stretches
model-write-how-much-moved-each-length = 구획마다 옮길 양, 그 길이, 그 뒤에 건너뛸 양을 쓸 것(예: 64KiB/1MiB+4MiB, 64KiB/1MiB+4MiB,random 또는 ,permutation)
model-no-length-stretches = "{ $text }"은(는) 구획의 길이가 아님

# workload/until_steady
model-write-figure-how-steady-how-long = 어느 수치가 얼마나 오래 얼마나 안정될지 쓸 것. 예: iops within 5% for 30s after 10s every 1s. iops, bandwidth, latency 또는 그 뒤에 slope. 30s는 1s의 배수, 1s는 100ms의 배수
model-no-steady-figure = "{ $text }"은(는) 안정 기준이 아님

# workload/write_pointers
model-write-seq-random-behind-open-n = seq나 random, 그 뒤에 open=N, job-open=N, read-beyond, past-limits, zone=256MiB, reset=50%/10%(그만큼 쓰인 뒤 / 쓰기의 비율)를 쓸 것. 예: random,open=8
model-no-way-through-zones = "{ $text }"은(는) 존을 지나는 방식이 아님
