# drive_zones
engine-writes-where-likes-zones-take-writes = 아무 데나 쓰는데, { $size }의 존은 쓰기 포인터에서만 기록됨
engine-let-go-write-pointers-access-write = 쓰기 포인터를 따르게 할 것(--access write-pointers=random,open=8, access = "write-pointers", 작업 파일에서는 zonemode=zbd). 아무 데나 쓸 수 있는 존은 모두 받음
engine-zones-drive = { $asked }의 존을 위한 것인데 드라이브의 존은 { $size }
engine-leave-size-zones-out-zone-zonesize = 존의 크기를 빼거나(zone=, 작업 파일의 zonesize) 드라이브의 것을 적을 것
engine-wants-zones-open-drive-most = 존 { $open }개를 열려고 하는데 드라이브는 최대 { $limit }개까지
engine-choose-fewer-open-max-open-zones = 더 적게 고르거나(open=, 작업 파일의 max_open_zones), 드라이브가 어떻게 하는지 보려면 past-limits(ignore_zone_limits)를 쓸 것
engine-goes-write-pointers-zones-target-none = 존의 쓰기 포인터를 따르는데 대상에 존이 없음
engine-name-zoned-drive-iogram-show-says = 존 드라이브(iogram show로 확인)를 지정하거나 다른 access를 고를 것

# record
engine-cannot-run-cell = 항목을 실행할 수 없음: { $message }
engine-block-size-not-multiple-target-logical = 블록 크기 { $size }이(가) 대상의 논리 블록 크기 { $logical } B의 배수가 아님. 직접 입출력에는 배수여야 함
engine-choose-multiple-use-buffered = 배수로 하거나 --buffered 를 쓸 것
engine-block-size-not-multiple-b-data = 블록 크기 { $size }이(가) { $unit } B의 배수가 아님. 위치에 따라 정해지는 데이터에 필요함
engine-choose-multiple-other-data = 배수를 고르거나 다른 데이터를 쓸 것
engine-shares-reads-discards-flushes-more-100 = 읽기, discard, 플러시의 비율이 100 %를 넘음
engine-lower-left-writes = 하나를 낮출 것. 나머지는 쓰기
engine-no-end = 종료 조건이 없음
engine-give-time-amount-count = 시간, 양, 횟수 가운데 하나를 정할 것
engine-access-takes-block-size-several = { $access } 접근은 블록 크기가 하나여야 하는데 여럿임
engine-give-block-size = 블록 크기를 하나만 정할 것
engine-queue-depth-job-count-0 = 큐 깊이나 작업 수가 0임
engine-use-least-1 = 1 이상으로 할 것
engine-most-jobs-queue-depth-possible-asks = 작업은 최대 { $jobs_most }개, 큐 깊이는 최대 { $depth_most }인데 작업 { $jobs }개, 깊이 { $depth }을(를) 요구함
engine-lower-jobs-depth-jobs-depth = 작업 수나 깊이를 낮출 것(--jobs, --depth)
engine-requests-need-memory-most-taken = { $largest } 요청 { $outstanding }개에 메모리 { $memory }이(가) 필요한데 최대 { $most }만 쓸 수 있음
engine-lower-depth-jobs-use-smaller-blocks = 깊이나 작업 수를 낮추거나 더 작은 블록을 쓸 것
engine-rate-s-cannot-kept = { $rate_per_s }/s 속도는 지킬 수 없음
engine-use-rate-0-000001-s-1000000000 = 0.000001/s부터 1000000000/s까지의 속도를 쓸 것
engine-operation-time-asks = { $application }은(는) 한 번에 한 작업만 하는데, { $depth }개를 요구함
engine-use-depth-1-more-jobs = 깊이는 1로 하고 작업을 늘릴 것
engine-takes-neither-discards-nor-flush-after = { $application }에는 discard도 쓰기 뒤의 플러시도 없음
engine-leave-sync-away-use-sync-end = sync를 빼거나 sync = "end"를 쓸 것
engine-trace-made-again-job-alone-flushes = 트레이스는 작업 하나만으로, 트레이스에 있는 플러시와 함께 다시 실행됨
engine-leave-out-jobs-sync-application-loads = jobs, sync, application과 곁의 부하를 빼세요
engine-trace-no-time-start-could-left = 트레이스에는 뺄 수 있는 시작 시간이 없음
engine-leave-out-ramp = ramp를 빼세요
engine-segments-not-made-whole-blocks = { $length } 구간이 { $block } 블록으로 나누어떨어지지 않음
engine-choose-fewer-segments-block-divides = 구간 수를 줄이거나 구간을 나누는 블록을 고를 것
engine-segments-not-made-whole-logical-blocks = { $length } 구간이 { $block } 논리 블록으로 나누어떨어지지 않음
engine-choose-another-amount-number-segments = 다른 양이나 구간 수를 고를 것
engine-segments-not-fit-apart-each-other = { $capacity } 중 { $region }에 { $length } 구간 { $count }개를 서로 떨어뜨려 놓을 수 없음
engine-choose-smaller-amount-larger-region = 더 적은 양이나 더 큰 영역을 고를 것
engine-no-block-fits-into-region-each = { $capacity } 중 영역 { $region }에 { $block } 블록이 들어가지 않음: 작업마다 { $span }뿐임
engine-choose-larger-region-smaller-blocks-fewer = 더 큰 영역, 더 작은 블록, 더 적은 작업을 쓸 것
engine-jobs-share-order-only-blocks = 작업 { $jobs }개가 블록 { $blocks }개뿐인 순서를 나눠 씀

# record/again
engine-leave-again-out = again을 뺄 것
engine-program-trace-not-asked-again = 프로그램이나 트레이스가 하는 일은 다시 요청하지 않음
engine-writes-nothing-could-read-again = 다시 읽을 수 있는 것을 쓰지 않음
engine-verify-needs-writes = 쓰기를 더할 것: read = 0%
engine-discard-100-read-0 = discard = 100%, read = 0%
engine-only-discarded-nothing-else-written-again = 폐기만 하는 셀에서만 폐기한 것을 다시 씀
engine-discards-writes-differ-size = 폐기와 쓰기의 크기가 다름
engine-give-both-same-sizes = 둘에 같은 크기를 줄 것
engine-written-read-again-nothing-else-done = 쓴 것을 다시 읽기만 함
engine-read-100 = read = 100%

# record/beside
engine-two-loads-beside-called = 동시에 실행되는 부하 두 개의 이름이 "{ $name }"임
engine-give-each-name-own = 각각 다른 이름을 쓸 것
engine-something-runs-beside-runs-beside = 동시에 실행되는 "{ $name }"에 또 다른 것이 동시에 실행됨
engine-put-all-beside-cell = 모두 항목과 동시에 실행되게 할 것
engine-runs-beside-not-both-direct-i = "{ $name }"이(가) 동시에 실행되는데 둘 다 직접 입출력은 아님
engine-use-direct-i-o-everything-same = 동시에 실행되는 것은 모두 직접 입출력으로 할 것
engine-runs-beside-both-program = "{ $name }"이(가) 동시에 실행되는데 둘 가운데 하나는 프로그램임
engine-leave-out-application = application을 뺄 것
engine-beside-ramp-own = 동시에 실행되는 "{ $name }"에 따로 정한 램프가 있음
engine-leave-out-ramp-2 = 그 램프를 뺄 것
engine-beside-begins-later-requests-keep-share = 동시에 실행되는 "{ $name }"이(가) 나중에 시작하는데, 그 요청은 전체의 정해진 몫을 지켜야 함
engine-leave-out-delay-flow = 그 delay나 flow를 뺄 것
engine-beside = 동시에 실행되는 "{ $name }": { $why }

# record/zoned
engine-beside-goes-write-pointers-two-loads = 옆의 "{ $name }"이(가) 쓰기 포인터를 따르는데, 두 부하가 동시에 그럴 수 없음
engine-use-load-several-jobs = 작업이 여럿인 부하 하나를 쓸 것
engine-write-pointers-lead-no-earlier-place = 쓰기 포인터로는 앞선 위치에 다시 갈 수 없음
engine-leave-out-again = again을 뺄 것
engine-write-pointers-not-lead-through-segments = 쓰기 포인터는 조각을 따라가지 않음
engine-give-region = 영역 하나를 줄 것
engine-buffered-not-written-write-pointers = 버퍼를 거친 것은 쓰기 포인터에 기록되지 않음
engine-use-direct-i-o = 직접 I/O를 쓸 것
engine-image-says-itself-where-data-lie = 이미지의 데이터가 놓일 곳은 쓰기 포인터가 아니라 이미지가 정함
engine-choose-other-data = 다른 데이터를 고를 것
engine-leave-out-application-replay = application과 replay를 뺄 것
engine-requests-program-trace-not-go-write = 프로그램이나 트레이스의 요청은 쓰기 포인터를 따르지 않음

# replay
engine-cannot-make-again-nobody = { $trace }(을)를 다시 실행할 수 없음: 아무도 갖고 있지 않음
engine-name-trace-iogram-trace-run-file = 트레이스를 대세요: iogram trace run FILE TARGET

# rig
engine-cannot-probe = { $target }을(를) 탐침할 수 없음
engine-name-block-device = 블록 장치를 지정할 것
engine-cannot-purge = { $target }을(를) 초기화할 수 없음 ({ $choice })
engine-cannot-discard = { $target }의 { $start }부터 { $end }까지 discard할 수 없음

# tolerated
engine-says-no-failures = "{ $text }"은(는) 어떤 실패인지 말하지 않음
engine-use-read-write-compared-number-error = read, write 또는 compared를, 뒤에 오류 번호를 붙이거나 붙이지 않고 쓰세요: read, write 28

# zones
engine-no-whole-zone-write-pointer-lies = 영역 { $region }에 쓰기 포인터가 있는 온전한 존이 없거나 작업 수만큼 없음
engine-choose-region-begins-ends-zones-fewer = 존에서 시작하고 끝나는 영역이나 더 적은 작업을 고를 것
engine-jobs-zones-own-most-open = 작업 { $jobs }개가 저마다 존을 갖는데 최대 { $most }개만 열림
engine-use-fewer-jobs-let-share-region = 작업을 줄이거나 영역을 함께 쓰게 할 것
engine-zones-outside-region-open-drive-no = 영역 밖의 존 { $others }개가 열려 있고 드라이브에는 더 없음
engine-reset-blkzone-reset-larger-region = 초기화하거나(blkzone reset) 더 큰 영역을 쓸 것
engine-blocks-larger-zones-take = { $largest } 블록이 { $capacity }을(를) 받는 존보다 큼
engine-use-smaller-blocks = 더 작은 블록을 쓸 것
engine-discards-no-whole-zones = { $largest } discard는 { $size }인 존 전체가 아님
engine-let-blocks-large-zones-discard-resets = 블록을 존만큼 크게 할 것: discard는 존 전체를 초기화함
engine-no-zone-region-holds-data-read = 영역의 어느 존에도 읽을 데이터가 없음
engine-write-first-read-beyond-write-pointers = 먼저 쓰거나, 쓰기 포인터 너머를 읽을 것(read-beyond)
