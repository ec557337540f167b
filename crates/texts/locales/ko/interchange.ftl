# export_parquet
interchange-cannot-read-histogram-cell = 항목 { $cell }의 { $operation } 히스토그램을 읽을 수 없음
interchange-cannot-write-parquet = Parquet을 쓸 수 없음

# fio_job/drives
interchange-requests-take-turns-how-long-drive = 요청이 번갈아 가므로 한 드라이브의 응답 시간이 다음 드라이브의 요청 시점을 정함. 속도(rate_iops, rate)가 있으면 드라이브마다 제 몫을 가짐
interchange-file-service-type-sequential-goes-next = file_service_type=sequential이면 하나가 끝나야 다음으로 넘어감
interchange-rate-divided-only-file-service-type = 속도는 file_service_type=roundrobin과 linear rate_process, 또는 random과 poisson일 때만 나뉨
interchange-pauses-thinktime-follow-many-requests-all = 쉼(thinktime)이 모든 드라이브의 요청 수를 따름
interchange-ends-sum-all-rate-min-rate = 끝나는 조건이 모두의 합임(rate_min, rate_iops_min, steadystate, flow, exitall, latency_target)
interchange-size-io-size-number-ios-no = size, io_size 또는 number_ios가 온전한 블록으로 드라이브 수의 배수가 아님
interchange-some-wait-others-stonewall-wait-go = 다른 드라이브의 작업을 기다리는 것이 있음(stonewall, wait_for)
interchange-logs-write-bw-log-write-iops = 로그(write_bw_log, write_iops_log, write_lat_log)가 모두의 것임
interchange-names-none-filename = 그 가운데 어느 것도 적지 않음(filename)
interchange-others-file-name-some-drives-alone = 파일의 다른 작업이 그 드라이브 가운데 일부만 적음

# fio_job/fault
interchange-sections-job-file = 작업 파일의 구역: { $sections }
interchange-options-job-file = 작업 파일의 옵션: { $options }
interchange-set-front-command = 명령 앞에서 변수를 정하세요(예: { $command })
interchange-write-fio-variables-set-front-command = fio의 변수대로 { $variable }을(를) 쓰고 명령 앞에서 정할 것. 예: { $command }
interchange-name-drive-each-section-filename-measure = 섹션마다 드라이브 하나를 적거나(filename), 모두 한 대상에서 측정할 것(--target)
interchange-name-drive-target-device-target-sim = 드라이브를 지정할 것: --target DEVICE 또는 --target sim:NAME
interchange-fio-option-not-supported = fio의 옵션 { $option }은(는) 지원하지 않음
interchange-fio-option-not-supported-option-why = fio의 옵션 { $option }은(는) 지원하지 않음: { $why }
interchange-fio-option-not-supported-but = fio의 옵션 { $option }은(는) "{ $value }"(으)로는 지원하지 않으며, 되는 것: { $takes }
interchange-no-value-takes = "{ $value }"은(는) { $option }의 값이 아님: { $takes }
interchange-variable-not-set = 변수 { $name }이(가) 정해져 있지 않음
interchange-cannot-include = { $name }을(를) 넣을 수 없음: { $error }
interchange-stands-before-first-section = "{ $text }"이(가) 첫 구역 앞에 있음
interchange-job-says-no = 작업 { $job }에 없는 것: { $what }
interchange-job-cannot-run-ones-before = 작업 { $job }은(는) 앞의 작업과 함께 실행할 수 없음: { $why }
interchange-job-cannot-run-several-drives-each = 작업 { $job }: 따로 측정되는 여러 드라이브에서 실행할 수 없음: { $why }
interchange-job-cannot-run-file = 작업 { $job }은(는) 파일에서 실행할 수 없음: { $why }
interchange-no-section = 구역 { $section }이(가) 없음
interchange-no-option-leave-out-ignore-neither = 뺄(--ignore) 옵션 { $option }이(가) 없음: 작업 파일에도 fio에도 없음
interchange-no-job = 작업이 없음
interchange-more-jobs = 작업이 { $limit }개보다 많음
interchange-sections-more-options-those-global-sections = 전역 구역의 것을 합쳐 구역들의 옵션이 { $limit }개보다 많음
interchange-line-changes-nothing = { $line }번째 줄: { $option }은(는) 아무것도 바꾸지 않음: { $why }
interchange-line-left-out-ignore = { $line }번째 줄: { $option }을(를) 뺌(--ignore)
interchange-ignore-changes-nothing-job-file-no = --ignore { $option }은(는) 아무것도 바꾸지 않음: 작업 파일에 그런 옵션이 없음

# fio_job/forms
interchange-0-1 = 0 또는 1
interchange-whole-number = 정수
interchange-fio-words = fio가 아는 그 옵션의 단어 가운데 하나

# fio_job/job
interchange-size-4k-1g = 4k, 1g 같은 크기
interchange-time-60-5m = 60, 5m 같은 시간
interchange-most-value-iodepth = iodepth의 값 이하
interchange-job-runs-before = 바로 앞에서 실행되는 한 작업
interchange-0-1-trimwrite = trimwrite에서는 0 또는 1
interchange-no-other-option-makes-data-durable = 데이터를 안전하게 하는 다른 옵션이 없을 때
interchange-no-dedupe-percentage-beside = dedupe_percentage가 따로 없을 때

# fio_job/job/blocks
interchange-sizes-shares-4k-60-64k-40 = 4k/60:64k/40 같은 크기와 비율
interchange-two-sizes-4k-64k = 4k-64k 같은 두 크기
interchange-size-4k = 4k 같은 크기
interchange-most-three-values-reads-writes-trims = 읽기, 쓰기, trim의 값 셋까지
interchange-shares-leave-something-sizes-without = 몫이 없는 크기에 남는 것이 있는 몫
interchange-value-reads-writes = 읽기와 쓰기에 같은 값

# fio_job/job/ends
interchange-group-stonewall-all = group, stonewall, all
interchange-exitall-ends-those-own-group-alone = exitall은 제 그룹의 작업만 끝냄(new_group): exit_what=stonewall이면 도는 것을 모두 끝냄
interchange-exitall-end-another-writes-compared-verify = exitall이면 서로를 끝내는데, 그 가운데 하나가 쓰는 데이터를 비교함(verify)
interchange-never-runs-exit-all-ends-before = exit_what=all이 시작하기 전에 끝내므로 결코 돌지 않음: 뺄 것(--section)

# fio_job/job/errors
interchange-none-read-write-io-verify-all = none, read, write, io, verify 또는 all
interchange-errors-reads-writes-compared-eagain-enospc = EAGAIN,ENOSPC:122처럼 읽기, 쓰기, 비교의 오류

# fio_job/job/floor
interchange-multiple-100-ms = 100의 배수(ms)
interchange-no-rate-min-beside = rate_min이 따로 없을 때
interchange-rate-500-10m = 500, 10m 같은 속도
interchange-no-more-rate-job-held = 작업이 지키는 속도 이하

# fio_job/job/order
interchange-block-size-where-places-not-evenly = 위치가 고르게 무작위이거나 구역이 아니면 블록 크기
interchange-block-size-beside-reads-writes-alike = 읽기와 쓰기에 같은 블록 크기 하나와 함께
interchange-rates-reads-writes-shares-whole-percent = 비율이 정수 퍼센트인 읽기와 쓰기 처리량
interchange-distance-8k-8k = 8k 또는 -8k 같은 거리
interchange-new-place-each-request = 요청마다 새 자리
interchange-same-writes-trims-trimwrite = trimwrite에서는 쓰기와 trim에 같은 값
interchange-share-reads-writes = 읽기와 쓰기에 같은 비율
interchange-random-where-only-share = 일부만 임의일 때는 random
interchange-1-where-addresses-ascend = 주소가 올라갈 때는 1
interchange-more-block-backwards = 한 블록보다 멀리 뒤로
interchange-block-size = 블록 크기 하나
interchange-share-0-15 = 0.15 같은 비율
interchange-zipf-number-other-1 = 1이 아닌 수와 함께 쓴 zipf
interchange-pareto-share-above-0-below-1 = 0보다 크고 1보다 작은 값의 pareto
interchange-normal-0-percent-more-less-100 = 0 이상 100 미만의 퍼센트와 함께 쓴 normal
interchange-linear-poisson = linear 또는 poisson
interchange-time-500-1ms = 500, 1ms 같은 시간
interchange-complete-issue = complete 또는 issue
interchange-no-trimwrite-beside-trimmed-written-once = trimwrite 없이: trim한 것은 바로 씀

# fio_job/job/percents
interchange-up-20-percentages-50-99-99 = 50:99:99.9처럼 백분율 20개까지

# fio_job/job/place
interchange-directory = 디렉터리 하나
interchange-name-device-file = 장치나 파일의 이름
interchange-jobname-where-several-jobs-clones-numjobs = 복제(numjobs)가 있는 여러 작업이 쓰면 그 안에 $jobname

# fio_job/job/shares
interchange-share-only-size-filesize = size 또는 filesize의 비율만
interchange-time-range-fio-draws-chance = 시간 하나: 범위이면 fio는 그 가운데서 무작위로 고름

# fio_job/job/sizes
interchange-least-block-each-file-nrfiles = 파일(nrfiles)마다 적어도 한 블록
interchange-less-filesize = filesize보다 작은 값
interchange-no-offset-increment-beside = offset_increment 없이

# fio_job/job/steady
interchange-iops-iops-slope-bw-bw-slope = iops:5% 같은 한도가 있는 iops, iops_slope, bw, bw_slope, lat 또는 lat_slope
interchange-share-latency-lat-5 = lat:5% 같은 지연 시간의 비율
interchange-multiple-steadystate-check-interval-twice-least = steadystate_check_interval의 배수, 적어도 두 배
interchange-multiple-100ms = 100ms의 배수
interchange-no-steadystate-beside = steadystate가 따로 없을 때

# fio_job/job/verify
interchange-checksum-crc32c-md5-meta-pattern-verify = crc32c나 md5 같은 체크섬, meta, 또는 verify_pattern이 있는 pattern
interchange-1-2-4-8-bytes-0xdeadbeef = 0xdeadbeef 같은 1, 2, 4 또는 8바이트
interchange-no-buffer-pattern-beside-decides-written = 무엇을 쓸지 정하는 buffer_pattern이 따로 없을 때
interchange-no-verify-beside-decides-written = 무엇을 쓸지 정하는 verify가 따로 없을 때
interchange-verify-pattern-beside-verify-pattern = verify=pattern 옆의 verify_pattern
interchange-verify-says-compared = 무엇을 견줄지 정하는 verify
interchange-1-beside-verify-only-nothing-else = 다른 일을 하지 않는 verify_only 옆에는 1
interchange-data-job-before-writes-same-verify = 그 자리에 쓰는 앞선 작업이 있으면 verify로 같은 것을 쓰는 작업의 데이터
interchange-whole-number-32-bits = 32비트 정수
interchange-no-trims-where-data-compared-verify = 데이터를 견줄 때(verify)는 trim 없이
interchange-no-runtime-where-reads-compared-verify = 읽은 것을 견줄 때(verify)는 runtime 없이: 앞서 쓴 것을 전부 읽음
interchange-0-beside-verify-only = verify_only 옆에는 0
interchange-blocks-size-each-come-once-beside = verify 옆에는 한 번씩만 나오는 한 가지 크기의 블록, 또는 verify_backlog
interchange-1-beside-verify-runtime-verify-backlog = runtime이 있는 verify 옆에는 1, 또는 verify_backlog
interchange-1-where-read-alone-compared-verify = 읽기만 하여 견줄 때(verify)는 1, 아니면 1~1000
interchange-loop-where-data-compared-verify-each = 데이터를 견줄 때(verify)는 한 번: 반복마다 따로 측정됨
interchange-no-verify-beside = verify가 따로 없을 때
interchange-engine-keeps-written-where-compared-verify = 쓴 것을 견줄 때(verify)는 그것을 보존하는 엔진
interchange-job-before-file-writes-whole-verify = 파일에서 앞선 작업이 verify로 전부 쓴 것. 다른 실행이나 fio의 데이터는 견주지 않음

# fio_job/job/zones
interchange-zonemode-zbd-beside = 옆에 zonemode=zbd
interchange-none-strided-zbd = none, strided 또는 zbd
interchange-addresses-order-without-holes-evenly-random = 빈틈없이 차례로 가는 주소 또는 고르게 무작위인 주소
interchange-1-where-zones = 존이 있을 때는 1
interchange-zonesize-beside-zonemode-strided = zonemode=strided 옆의 zonesize
interchange-least-block = 적어도 블록 하나
interchange-0-beside-zonemode-zbd = zonemode=zbd 옆에는 0
interchange-no-trimwrite-beside-zonemode-zbd = zonemode=zbd 옆에서는 trimwrite 없이
interchange-share-0-1 = 0에서 1까지의 비율

# fio_job/method
interchange-not-all-file-wait-many-completions = 파일의 모두가 같은 수의 완료를 기다리지는 않음(iodepth_batch_complete_min)
interchange-jobs-clones-once-only-first-latencies = 동시에 실행되는 작업과 복제 가운데 처음 것에만 시간에 따른 지연이 있음(write_lat_log)
interchange-writes-reads-compared-verify-not-other = 하나가 쓰거나 읽는 것은 비교하고(verify) 다른 하나의 것은 비교하지 않음
interchange-more-64-loads-once = 동시에 64개보다 많은 부하가 됨
interchange-file-cannot-discarded = 파일은 폐기할 수 없음
interchange-filename-drive-file-data-verify-only = verify_only가 견줄 데이터가 있는 드라이브나 파일의 filename
interchange-looks-queue-depth-latency-target = 큐 깊이를 찾음(latency_target)
interchange-looks-queue-depth-latency-target-2 = 하나는 큐 깊이를 찾음(latency_target)
interchange-sum-both-steady-steadystate-group-reporting = 둘의 합이 안정되어야 함(steadystate, group_reporting)
interchange-not-all-go-after-same-errors = 모두가 같은 오류 뒤에 계속하지는 않음(continue_on_error, ignore_error)
interchange-ramp-time-differs = ramp_time이 서로 다름
interchange-not-both-go-past-page-cache = 둘 다 페이지 캐시를 지나치지는 않음(direct)
interchange-ioengine-null = 하나는 ioengine null임
interchange-begins-later-startdelay-keep-shares-flow = 하나가 나중에 시작하는데(startdelay), 정해진 몫을 지켜야 함(flow)

# fio_job/method/compared
interchange-loops-differ-write-compared-verify = loops가 서로 다르고 쓰는 것을 비교함(verify)
interchange-write-not-compared-same-way-verify = 쓰는 것을 같은 방식으로 비교하지 않음(do_verify, verify_only, verify_backlog)
interchange-both-write-place-compared-verify-offset = 비교할 것을 둘 다 한곳에 씀(verify); offset과 size로 각자의 자리를 가질 수 있음

# fio_job/method/parts
interchange-sum-clones-steady-each-places-own = 복제본들의 합이 안정되어야 하는데 각자 제 자리가 있음(offset_increment)
interchange-size-bytes-clones-end-own-need = 끝이 따로 있는 복제본에 필요한 바이트 단위 size

# fio_job/method/sized
interchange-size-bytes-clones-need-where-last = 바이트 단위의 size(마지막 복제의 몫이 더 작아질 때 필요함, offset_increment)
interchange-size-share-io-size-needs-beside = size(offset_increment와 함께 그 비율(io_size)에 필요함)

# fio_job/method/space
interchange-asks-size-filesize-offset-ends-behind = 요구하는 곳(size, filesize, offset)이 파일 끝을 넘으며, 파일은 늘리지 않음
interchange-size-bytes-share-moved-io-size = 바이트 단위의 size(그 일부를 옮김, io_size)
interchange-offset-increment-bytes-where-nothing-could = 바이트 단위의 offset_increment(비율의 바탕이 될 것이 없음)
interchange-size-bytes-file-needs = 파일에 필요한 바이트 크기
interchange-size-bytes-none-beside-offset-increment = offset_increment와 함께 쓸 바이트 단위 size, 또는 size 없음
interchange-offset-percent-beside-size-percent = 백분율 크기 옆의 백분율 offset
interchange-order-each-files-filename-position-own = 순서대로면 파일(filename)마다 제 위치가 있는데, 한 대상에서는 차례로 놓임

# fio_job/method/zoned
interchange-offset-increment-not-size-zoned-drive = offset_increment가 크기와 다른데, 존 드라이브에서는 하나의 부하임

# fio_job/options
interchange-iogram-measures-time-own-way-always = 시간은 iogram의 방법으로 언제나 잼
interchange-says-fio-prints-record-keeps-everything = fio가 인쇄하는 것에 대한 것이며, 기록에는 모두 있음
interchange-written-never-repeats-made-anew-each = 쓰는 데이터는 되풀이되지 않고 요청마다 새로 만듦
interchange-random-choices-follow-seed = 무작위 선택은 --seed를 따름
interchange-read-compared-thread-reads = 읽은 것은 읽은 스레드가 견줌
interchange-how-requests-handed-over-iogram-choice = 요청을 넘기는 방법은 iogram이 고르고 기록에 있음
interchange-all-requests-out-handed-over-once = 내보낼 수 있는 요청은 한꺼번에 모두 넘기고, 돌아온 것은 모두 받음
interchange-where-threads-buffers-lie-iogram-choice = 스레드와 버퍼의 자리는 iogram이 고름(--cpus)
interchange-iogram-makes-test-file-itself-allocated = 시험 파일은 iogram이 만들며, 읽기 전에 할당하고 씀
interchange-job-waits-others-requests-goes-soon = 다른 작업의 요청을 기다리는 작업은 차례가 오는 대로 이어 감
interchange-logs-line-each-interval-record-series = 로그에는 기록의 구간마다 한 줄이 있음
interchange-iogram-never-writes-mounted = iogram은 마운트된 것에 쓰지 않음
interchange-compressible-part-each-512-bytes-same = 512바이트마다 압축되는 부분은 같음
interchange-remark = 설명일 뿐임
interchange-error-ends-cell-all-jobs = 오류가 나면 항목의 모든 작업이 끝남
interchange-files-job-large-all = 작업의 파일들은 그 모두만큼 큰 파일 하나임
interchange-job-ends-where-size-drive-no = 작업은 자신의 크기나 드라이브의 끝에서 끝나고, 파일 시스템을 가득 채우지는 않음
interchange-polling-option-run-poll = 폴링은 실행의 옵션임: --poll
interchange-buffers-begin-pages = 버퍼는 페이지에서 시작함
interchange-iogram-buffers-own = 버퍼는 iogram의 것임
interchange-requests-cell-overlap-fio-without-verify = 항목의 요청은 verify 없는 fio처럼 겹칠 수 있음
interchange-every-block-met-once-whatever-memory = 메모리가 얼마나 들든 모든 블록을 한 번씩 만남
interchange-each-block-region-drawn-itself = 영역의 블록을 하나씩 뽑음
interchange-job-issues-nothing-pauses-whatever-processor = 요청을 내지 않는 작업은 프로세서가 그동안 무엇을 하든 쉬는 것임
interchange-reads-writes-told-apart = 읽기와 쓰기를 나누어 알림
interchange-test-file-removed-after-run = 시험 파일은 실행 뒤에 지움
interchange-places-wrong-data-told-no-copies = 틀린 데이터의 위치를 알리며 사본은 보존하지 않음
interchange-wrong-data-error-drive-first-place = 틀린 데이터는 드라이브의 오류이며 첫 위치를 알림
interchange-every-512-bytes-compared = 512바이트마다 견줌
interchange-no-heads-written = 쓰는 데이터에 머리말이 없음
interchange-no-state-kept-another-run = 다른 실행을 위한 상태는 보존하지 않음
interchange-same-requests-made-again-reads = 같은 요청을 읽기로 다시 함
interchange-record-keeps-whole-histograms = 기록에 히스토그램 전체가 있음
interchange-iogram-gives-requests-no-i-o = iogram은 요청에 I/O 우선순위를 주지 않음: 모두 프로그램의 우선순위를 따름
interchange-iogram-writes-carry-no-placement-no = iogram의 쓰기에는 배치 정보도 보호 정보도 없음
interchange-iogram-starts-no-other-program-runs = iogram은 다른 프로그램을 시작하지 않으며, 시작한 사람의 권한으로 돎
interchange-iogram-asks-no-drive-writes-never = iogram은 찢어지지 않는 쓰기(RWF_ATOMIC)를 드라이브에 요청하지 않음
interchange-block-sizes-list-between-two-range = 블록 크기는 목록이며, 범위의 두 크기 사이에는 바이트마다 하나씩 있음
interchange-iogram-makes-test-file-itself-no = iogram은 시험 파일을 직접 만들고, 이미 있는 파일에는 쓰지 않음
interchange-iogram-changes-no-scheduler-computer-job = iogram은 작업 파일 때문에 컴퓨터의 스케줄러를 바꾸지 않음: 그것은 실행의 옵션임
interchange-iogram-no-order-addresses-list = iogram에는 목록으로 된 주소 순서가 없음
interchange-after-pause-thinktime-job-catches-up = 쉼(thinktime) 뒤에 작업은 속도를 따라잡음. 이 옵션이 없는 fio와 같음
interchange-recorded-requests-trace-here-iogram-trace = 기록된 요청은 여기서 트레이스임: iogram trace run
interchange-zone-write-failed-left-alone = 쓰기가 실패한 존은 더 쓰지 않음
interchange-run-fio-left-over-known-fio = fio의 실행이 남긴 것은 fio만 앎
interchange-compared-follows-place-no-number-write = 비교하는 것은 위치에 따라 정해지며, 몇 번째 쓰기인지는 들어 있지 않음
interchange-iogram-records-drive-asked-way-own = iogram은 드라이브에 가는 요청을 제 방식으로 기록함: iogram trace record
interchange-last-write-zone-short-left = 존의 마지막 쓰기는 남은 만큼만 씀
interchange-drive-says-itself-how-much-zone = 존에 얼마나 쓸 수 있는지는 드라이브가 알려 줌
interchange-no-runtime-without-fio-leaves-out = runtime이 없음. 없으면 fio도 무시함
interchange-no-rate-min-rate-iops-min = rate_min이나 rate_iops_min이 없음. 이 옵션은 그것들에만 쓰임

# import
interchange-end-cut-off-stands-before-read = 끝이 잘려 있음: 그 앞까지 읽고 마지막 부분은 뺌

# import/as_ssd
interchange-ssd-counts-mib-calls-mb-rates = AS SSD는 MiB로 세고 MB라고 적음: 처리량을 바로잡음
interchange-time-ms = ms 단위의 시간
interchange-rate-mb-s-iops = MB/s나 iops 단위의 처리량

# import/bench_sh
interchange-rate-unit = 단위가 붙은 처리량

# import/bonnie
interchange-line = 이 줄
interchange-row = 이 행
interchange-rate = 처리량
interchange-share-processor = 프로세서 사용률
interchange-latencies = 지연 시간
interchange-time-unit = 단위가 붙은 시간
interchange-bonnie-s-k-1024-bytes-rates = bonnie++의 K는 1024 바이트: 처리량을 바로잡음

# import/cdm
interchange-version-3-later = 버전 3 이상
interchange-rate-mb-s = MB/s 단위의 처리량
interchange-end-line = 줄의 끝
interchange-kdiskmark-mb-1-024-000-bytes = 이 KDiskMark의 MB는 IOPS로 보아 1,024,000 바이트임: 처리량에 1.024를 곱해 바로잡음
interchange-number = 수
interchange-block-size-2 = 블록 크기
interchange-queue-depth = 큐 깊이

# import/dd
interchange-run-dd = dd의 실행
interchange-time-shell-tells-whole-command-no = 셸이 알린 시간은 명령 전체의 시간임: 처리량은 계산하지 않음
interchange-dd-prints-mb-mib-rates-bytes = 이 dd는 MiB를 MB로 적음: 처리량은 바이트 수와 초로 계산함
interchange-dd-told-run-before-end-left = 실행이 끝나기 전에 dd가 알린 것은 뺌: 마지막 수치에 그것도 들어 있음
interchange-where-sync-timed-below-run-wrote = 쓰기 실행 아래에서 sync의 시간을 쟀으면 속도는 둘을 합한 것임. sync 전에는 메모리에 있었음
interchange-line-dd-moved-nothing = { $line }번째 줄: dd가 옮긴 데이터가 없음
interchange-last-run-dd = dd의 마지막 실행
interchange-runs-dd-told-records-no-time = dd가 레코드 수만 알리고 시간을 알리지 않은 실행: { $count }개. 처리량 없음
interchange-runs-dd-moved-nothing = dd가 옮긴 데이터가 없는 실행: { $count }개

# import/dd/summary
interchange-time-not-zero = 0이 아닌 시간

# import/diskspd
interchange-table-reads-writes-missing-requests-only = 읽기 표나 쓰기 표가 없음: 그 요청은 합계에만 들어 있음

# import/diskspd/text
interchange-table = 표
interchange-diskspd-counts-mib-calls-mb-rates = 이 DiskSpd는 MiB로 세고 MB라고 적음: 처리량을 바로잡음
interchange-table-reads-writes = 읽기와 쓰기 표
interchange-last-line-cut-off-left-out = 마지막 줄은 잘렸을 수 있어 뺌
interchange-size = 크기

# import/drive_told
interchange-name-value = 이름과 값
interchange-number-bytes = 바이트 수

# import/elbencho
interchange-name-time = 이름과 시간

# import/ezfio
interchange-ezfio-counts-mib-calls-mb-rates = ezFIO는 MiB로 세고 MB라고 적음: 처리량을 바로잡음
interchange-row-begins-seq-rand = Seq나 Rand로 시작하는 행
interchange-tests-ezfio-not-run-rows-zeros = ezFIO가 실행하지 않아 행이 0인 시험은 뺌: { $skipped }개
interchange-share-writes = 쓰기 비율

# import/failures
interchange-text-tells-requests-failed = 실패한 요청이 텍스트에 나와 있음: { $words }

# import/fio_json
interchange-json = JSON
interchange-all-clients-sum-several-computers-no = "All clients"는 여러 컴퓨터의 합계임: 한 드라이브의 수치가 아니므로 뺌
interchange-not-all-requests-job-options-say = 작업 { $name }의 요청이 모두 그 옵션대로는 아니었음: 순서, 블록 크기, 깊이, 캐시 여부, 작업 수는 알 수 없음
interchange-sum-reads-writes-left-out-parts = 읽기와 쓰기의 합은 뺌: 그 부분들이 위에 있음
interchange-job-ended-error = 작업 { $name }이(가) 오류 { $error }(으)로 끝남

# import/fio_json/latency
interchange-number-not-negative = 음수가 아닌 수
interchange-number-requests-histogram-hold = 히스토그램에 담을 수 있는 요청 수

# import/fio_json/states
interchange-fio-told-job-times-while-ran = fio가 작업을 실행하는 동안 { $count }번 알림: 마지막으로 알린 것을 씀

# import/fio_log
interchange-direction = 방향
interchange-many-fields-first-line = 첫 줄만큼의 필드
interchange-lines-zeros-alone-without-time-left = 시간 없이 0만 있는 줄은 뺌: { $count }개
interchange-percentiles-middles-fio-bins = 백분위는 fio 구간의 가운데 값
interchange-fio-log = fio 로그
interchange-log-not-say-unit-latencies-microseconds = 지연 시간의 단위가 로그에 없음: fio 3.0 전에는 마이크로초, 그 뒤로는 나노초
interchange-each-line-log-window-mean-largest = 로그의 줄마다 한 구간의 평균이거나 log_max_value를 썼다면 최댓값인데 어느 쪽인지 로그에 없음. 보이는 값은 줄들의 평균
interchange-each-line-log-request-rate-none = 로그의 줄마다 요청 하나: 그 처리량은 드라이브의 것이 아니므로 바이트 수를 셈
interchange-each-line-log-request-counted = 로그의 줄마다 요청 하나: 요청 수를 셈
interchange-rates-means-lines-log = 처리량은 로그 줄들의 평균

# import/fio_terse
interchange-sum-all-clients-left-out-parts = 모든 클라이언트의 합은 뺌: 그 부분들이 위에 있음
interchange-percentile = 백분위

# import/fio_text
interchange-fio-usual-output = fio의 일반 출력
interchange-line-rate-without-amount-time-left = { $line }번째 줄: 데이터양과 시간이 없는 처리량은 뺌

# import/fio_text/groups
interchange-rates-groups-jobs-no-job-told = 처리량은 작업 그룹의 것이고 개별 작업은 나와 있지 않음: 작업 수, 블록 크기, 순서, 깊이, 캐시 사용은 알 수 없음

# import/fio_text/latency
interchange-unit-time = 시간 단위

# import/fio_text/rates
interchange-amount-unit = 단위가 붙은 데이터양
interchange-rate-powers-1000 = 1000의 거듭제곱 단위의 처리량

# import/fio_text/states
interchange-fio-told-job-before-end-left = 작업이 끝나기 전에 fio가 알린 것은 뺌: 마지막 수치에 그것도 들어 있음

# import/hdparm
interchange-line-hdparm-no-figure = { $line }번째 줄: hdparm의 수치가 없음: { $said }
interchange-hdparm-counts-mib-calls-mb-rates = hdparm은 MiB로 세고 MB라고 적음: 처리량을 바로잡음
interchange-amount-time-rate = 데이터양, 시간, 처리량
interchange-mb-kb = MB 또는 kB
interchange-mb-sec-kb-sec = MB/sec 또는 kB/sec

# import/hdtune
interchange-hd-tune-benchmark = HD Tune 벤치마크

# import/ioping
interchange-smallest-mean-largest-latency = 최소, 평균, 최대 지연 시간
interchange-statistics = 통계
interchange-number-requests = 요청 수

# import/iozone
interchange-iozone-kb-1024-bytes-rates-corrected = iozone의 kB는 1024 바이트: 처리량을 바로잡음
interchange-text-not-say-columns-count-kb = 열의 단위가 적혀 있지 않음: -O와 -N이 없을 때처럼 kB/s로 봄
interchange-kbytes-sec-ops-sec-microseconds = kBytes/sec, ops/sec, microseconds 중 하나
interchange-kb-sec-ops-sec = kB/sec 또는 ops/sec

# import/iozone/table
interchange-column-iozone-table = iozone 표의 열 이름
interchange-figure-not-run-into-next = 다음 수치와 붙지 않은 수치
interchange-figure-below-column = 열 아래의 수치

# import/mmc
interchange-last-line-no-end-cut-off = 마지막 줄에 줄 끝이 없음: 잘렸을 수 있어 뺌
interchange-hexadecimal-number = 16진수
interchange-register = 레지스터
interchange-digits-register = 레지스터의 자릿수
interchange-card-registers = 카드의 레지스터

# import/nvme_cli
interchange-number-blocks = 블록 수
interchange-power-two = 2의 거듭제곱
interchange-columns-below-heads = 머리글 아래의 열
interchange-device-node = 장치 노드

# import/older
interchange-command-lines-above-tables-flashbench-open = flashbench 표 위의 명령줄(--open-au-nr)

# import/pgbench
interchange-rate-without = 처리량에서 제외된 것

# import/phoronix
interchange-phoronix-test-suite = Phoronix Test Suite
interchange-test-mb-s-kib-s-iops = 이 시험의 MB/s는 IOPS로 보아 KiB/s임: 처리량을 바로잡음
interchange-test-mb-mib-iops-prove-rates = 이 시험의 MB는 IOPS로 보아 MiB임: 처리량을 바로잡음

# import/pi_benchmarks
interchange-hdparm-mb-mib-kb-fio-iozone = hdparm의 MB는 MiB, fio와 iozone의 KB는 KiB: 처리량을 바로잡음
interchange-mb-s-kb-s = MB/s 또는 KB/s

# import/plausible
interchange-part-no-figure-but-zeros-left = 수치가 모두 0인 부분은 뺌
interchange-faster-link-any-drive-came-memory = { $name }은(는) 어떤 드라이브의 연결보다 빠름: 메모리에서 왔거나 단위가 다름
interchange-results-zeros-alone-left-out-nothing = 모두 0이어서 측정되지 않은 결과는 뺌: { $count }개
interchange-no-amount-left-out = { $name }: 양이 될 수 없는 값은 뺌({ $figures })
interchange-time-years-cannot-left-out-rates = { $name }: { $years }년이라는 시간은 있을 수 없으므로 그로부터 나온 처리량과 함께 뺌
interchange-cannot-same-requests-latencies-left-out = { $name }: { $one }와(과) { $other }은(는) 같은 요청의 값일 수 없음: 지연 시간을 뺌
interchange-request-longer-test-latencies-left-out = { $name }: 요청 하나의 { $longest }이(가) 시험 시간 { $elapsed }보다 김: 지연 시간을 뺌
interchange-mean-latency-rate-takes-requests-once = { $name }: 이 처리량에서 평균 지연 시간 { $mean }이면 동시에 요청 { $out }개가 필요한데 { $most }개뿐이었음: 지연 시간을 뺌

# import/refusal
interchange-cannot-read-should-stand = "{ $found }"을(를) 읽을 수 없음: 그 자리에 있어야 할 것: { $expected }
interchange-cannot-read-cut-off = { $what }을(를) 읽을 수 없음: 끝이 잘려 있음
interchange-cannot-believe-follows-stands-beside = "{ $one }"을(를) 믿을 수 없음: 옆의 값에서 나오는 것은 { $other }
interchange-cannot-read-json = JSON을 읽을 수 없음: { $error }
interchange-cannot-find-drive-says = 드라이브를 찾을 수 없음: { $tool }의 말 "{ $message }"
interchange-cannot-find-rate-tells-records-no = 처리량을 찾을 수 없음: { $tool }이(가) 레코드 수만 알리고 시간은 알리지 않음
interchange-cannot-find-figure-whatever-printed-zero = 수치를 찾을 수 없음: { $tool }이(가) 출력한 값이 모두 0이거나 있을 수 없는 값이어서 아무것도 측정되지 않음
interchange-cannot-find-anything = { $what }에 해당하는 내용을 찾을 수 없음
interchange-give-tool-output-printed-name-another = 도구가 출력한 그대로 주거나, --as 로 다른 종류를 지정하십시오
interchange-run-tool-again-where-open-drive = 드라이브를 열 수 있는 곳에서(root로) 도구를 다시 실행할 것
interchange-give-whole-output-no-time-measure = 출력 전체를 줄 것. 거기에도 시간이 없으면 fio나 GNU dd처럼 시간을 알리는 도구로 측정할 것
interchange-look-tool-said-above-table-run = 도구가 표 위에 출력한 내용을 확인하고 다시 실행하세요
interchange-give-whole-output-last-line = 마지막 줄까지 출력 전체를 주십시오
interchange-give-tool-output-printed-without-changes = 도구의 출력을 고치지 말고 그대로 주십시오

# import/smartctl
interchange-passed-failed = PASSED 또는 FAILED
interchange-attribute-begins-number = 번호로 시작하는 속성
interchange-number-up-255 = 255 이하의 수
interchange-seven-columns = 일곱 열

# import/smartctl_json
interchange-smartctl-says = smartctl의 말: "{ $message }"
interchange-attribute = 속성

# import/stream
interchange-line-not-end = 끝나지 않는 줄

# import/xml
interchange-end-element-began-last = 마지막으로 시작한 요소의 끝
interchange-xml = XML

# import/yabs
interchange-rate-iops = 처리량과 IOPS
interchange-yabs-mb-1-024-000-bytes = 이 YABS의 MB는 IOPS로 보아 1,024,000 바이트임: 처리량에 1.024를 곱해 바로잡음
interchange-table-not-say-reads-writes-ran = 이 표는 읽기와 쓰기를 함께 했다고 밝히지 않음: 합계는 빼고, 순서, 깊이, 작업 수, 캐시 여부는 알 수 없음
interchange-row-yabs = YABS의 행
interchange-kb-s-mb-s-gb-s = KB/s, MB/s, GB/s 중 하나

# lib
interchange-cannot-find-anything-log = 로그에서 { $tool }의 출력을 찾을 수 없음
interchange-cannot-take-log-drive-names-several = { $tool } 로그를 드라이브 하나의 것으로 볼 수 없음: 여러 드라이브가 나옴
interchange-give-tool-output-printed-command-lines = 도구가 출력한 그대로, 명령줄이 있으면 함께 줄 것
interchange-import-iogram-import-file-keeps-each = 드라이브마다 따로 저장하는 iogram import FILE로 가져올 것

# fio_job/job/zones
interchange-zonemode-strided = zonemode=strided

# import/nvme_json
interchange-kelvin = 켈빈 온도

# import/smartctl
interchange-hours-minutes = 시:분

# import/cdm
interchange-kdiskmark = KDiskMark
interchange-crystaldiskmark = CrystalDiskMark

# 그 밖
interchange-1000-1024 = 1000 또는 1024
interchange-0 = 0
interchange-99-99-9-99-99-99 = 99, 99.9, 99.99, 99.999 또는 100
interchange-sync-psync-pvsync-pvsync2-libaio-posixaio = sync, psync, pvsync, pvsync2, libaio, posixaio, io_uring 또는 null
interchange-0-1-none-sync-dsync = 0, 1, none, sync 또는 dsync
interchange-inline-offload = inline 또는 offload
interchange-0-100 = 0부터 100까지
interchange-repeat = repeat
interchange-whole-number-1 = 1 이상의 정수
interchange-read-write-randread-randwrite-rw-randrw = read, write, randread, randwrite, rw, randrw, trim, randtrim, trimwrite 또는 randtrimwrite
interchange-random-zipf-0-9-pareto-0 = 읽기와 쓰기에 똑같이 random, zipf:0.9, pareto:0.2, normal:10 또는 zoned:50/5:30/15:20/80
interchange-ssd-benchmark = AS SSD Benchmark
interchange-bench-sh = bench.sh
interchange-mb-s = MB/s
interchange-bonnie = bonnie++
interchange-time-us = us 단위의 시간
interchange-number-iops = IOPS 수
interchange-dd = dd
interchange-diskspd = DiskSpd
interchange-testtimeseconds = TestTimeSeconds
interchange-elbencho = elbencho
interchange-ezfio = ezFIO
interchange-fio = fio
interchange-kind-log-name-bw-iops-lat = 이름에 있는 로그의 종류(_bw, _iops, _lat, _slat, _clat, _clat_hist)
interchange-hdparm = hdparm
interchange-ioping = ioping
interchange-iozone = iozone
interchange-mmc = mmc
interchange-nvme-cli = nvme-cli
interchange-f3 = f3
interchange-h2testw = h2testw
interchange-flashbench = flashbench
interchange-pgbench = pgbench
interchange-pibenchmarks-com = pibenchmarks.com
interchange-smartctl = smartctl
interchange-sysbench-fileio = sysbench fileio
interchange-winsat = winsat
interchange-yabs = YABS
