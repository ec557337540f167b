# builtin
runner-mean-methods = 혹시 "{ $meant }"? 방법: { $all }
runner-no-method = 방법 "{ $id }"은(는) 없음

# check
runner-type = { $name }의 형식이 { $found }임
runner-write = { $expected }(으)로 쓸 것
runner-cannot = { $name }은(는) "{ $found }"일 수 없음
runner-write-table = 테이블로 쓸 것
runner-kinds = 종류: { $kinds }
runner-no-kind = { $name }에 kind가 없음
runner-unknown-key = { $name }에 알 수 없는 키 "{ $word }"
runner-whole-number = 정수

# choosing
runner-another-cell-called-too = 다른 셀의 이름도 "{ $name }"임
runner-not-figure-cells-compared = "{ $text }"은(는) 셀을 비교하는 수치가 아님
runner-use = 다음에서 고를 것: { $names }

# compose
runner-method-includes-itself = 방법 { $id }이(가) 자기 자신을 포함함
runner-method-writes-more-method-says = 방법 { $id }이(가) 이 방법이 쓴다고 한 것보다 많이 씀
runner-correct-writes-head-file = 이 파일 머리의 `writes`를 고칠 것
runner-name-message = { $name }: { $message }

# expand
runner-plan-more-steps = 계획의 단계가 { $STEPS_MAX }개를 넘음
runner-repeat-less-often = 반복을 줄일 것
runner-add-time-amount-passes-count = time, amount, passes, count 가운데 하나를 더할 것
runner-step-never-ends = 이 단계는 끝나지 않음

# field
runner-write-whole-number-3 = 정수로 쓸 것. 예: 3
runner-not-whole-number = "{ $text }"은(는) 정수가 아님
runner-write-whole-number-1 = 1 이상의 정수로 쓸 것
runner-not-positive-whole-number = "{ $text }"은(는) 양의 정수가 아님
runner-not-accepted-here = "{ $text }"은(는) 여기에 쓸 수 없음

# fit
runner-lay-out = 준비 단계
runner-writes-but-method-says-not = 방법이 쓰지 않는다고 했는데 씀
runner-correct-writes-method-file = 방법 파일의 `writes`를 고칠 것
runner-needs-drive-target-file = { $probe }에는 드라이브가 필요한데 대상이 파일임
runner-name-block-device = 블록 장치를 지정할 것
runner-writes-where-likes-zones-take-writes = { $what }은(는) 아무 데나 쓰는데, { $size }의 존은 쓰기 포인터에서만 기록됨
runner-read-drive-without-destroy-write-write = 드라이브를 읽거나(--destroy 없이), 쓰기 포인터를 따라 쓸 것: iogram measure --access write-pointers=random,open=8 --read 0%, 또는 zonemode=zbd인 작업 파일
runner-step-erases-method-says-leaves = 방법이 그대로 둔다고 한 것을 단계 { $step }이(가) 지움
runner-size-0-bytes-leaves-nothing-measure = 크기가 0 바이트이면 측정할 것이 없음
runner-test-file-not-fit-free = { $size } 시험 파일이 들어가지 않음: { $free } 남아 있음
runner-use-smaller-size-set-size-free = 더 작은 크기를 쓰거나(--set size=..), 공간을 마련하거나, 다른 디렉터리를 지정할 것
runner-not-fit-device = 용량 { $capacity } 장치에 { $size }이(가) 들어가지 않음
runner-name-larger-drive-smaller-size-scale = 더 큰 드라이브를 지정하거나, 방법에 크기나 배율이 있으면 줄일 것(--set)
runner-file-cannot-discarded = 파일은 폐기할 수 없음
runner-how-much-moved-unknown-target-size = 대상의 크기를 몰라 얼마나 읽고 쓸지 알 수 없음
runner-amount-asked-twice = 양을 두 번 정함
runner-give-passes-amount = passes 나 amount 하나만 쓸 것
runner-reads-discards-flushes-more-100-together = 읽기, discard, 플러시를 더하면 100 %를 넘음
runner-lower-shares = 비율 하나를 낮출 것
runner-no-request-outstanding = 대기 중인 요청이 없음
runner-use-1-more = 1 이상으로 할 것
runner-never-ends = 끝나지 않음
runner-give-time-amount-count = 시간, 양, 횟수 가운데 하나를 정할 것
runner-no-request-trace-made-target = 기록된 요청 가운데 이 대상에서 실행할 수 있는 것이 없음
runner-discards-need-target-takes-others-lie = discard는 그것을 받는 대상이 필요하고, 다른 요청은 대상 안에 있어야 함
runner-ends-before-begins = 시작하기 전에 끝남
runner-use-more-0 = 0보다 크게 할 것
runner-amount-less-block = 양 { $amount }이(가) 블록 하나 { $block }보다 작음
runner-use-larger-amount-smaller-block = 더 많은 양이나 더 작은 블록을 쓸 것
runner-region-reaches-beyond-end = 영역 { $region }이(가) 끝 { $size }을(를) 넘음
runner-use-region-inside-0-100-method = 그 안의 영역을 쓸 것. 예: 0..100%. 방법이라면 크기나 배율이 있을 때 줄이거나(--set) 더 큰 드라이브를 쓸 것
runner-region-empty-size = 크기 { $size }에서 영역 { $region }이(가) 비어 있음
runner-use-later-end-earlier-beginning-method = 끝을 뒤로 하거나 시작을 앞으로 할 것. 방법이라면 배율이 있을 때 줄이거나(--set) 더 큰 드라이브를 쓸 것
runner-each-job-part-region = 작업마다의 영역
runner-region = 영역
runner-less-block = { $whose }의 크기 { $slice }이(가) 블록 { $block }보다 작음
runner-use-larger-size-region-smaller-block = 더 큰 크기나 영역, 또는 더 작은 블록을 쓸 것
runner-distance-stretches = 구획 사이의 거리
runner-beginning-region = 영역의 시작
runner-not-multiple-logical-block-size-direct = { $what } { $value }이(가) 논리 블록 크기 { $unit }의 배수가 아님. 직접 입출력에는 배수여야 함
runner-use-multiple-buffered-i-o-caching = 배수로 하거나 버퍼 입출력을 쓸 것(caching = "buffered", --buffered)

# method
runner-write-amount-per-second-90mb-s = 초당 양을 쓸 것. 예: 90MB/s, 500/s
runner-not-rate = "{ $text }"은(는) 속도가 아님
runner-not-toml = TOML이 아님: { $message }
runner-use-lower-case-letters-digits-hyphens = 영어 소문자로 시작하고 소문자, 숫자, 하이픈만 쓸 것
runner-id-cannot-typed-command = id "{ $id }"은(는) 명령으로 입력할 수 없음
runner-parameter-no-choices = 매개변수 "{ $param }"에 고를 값이 없음
runner-add-choices = choices = ["..", ".."] 를 더할 것
runner-parameter-condition-itself = 매개변수 "{ $param }"은(는) 그 자체가 조건임
runner-default-when-parameters-another-kind-choice = default_when 은 choice가 아닌 매개변수에 씀
runner-not-figure-kind-work = "{ $decides }"은(는) 작업 종류의 수치가 아님
runner-write-work-figure-sync-write-latency = WORK.FIGURE 로 쓸 것. 예: sync-write.latency_p99_ns
runner-good-decides-belong-together = good_for 와 decides 는 함께 써야 함
runner-write-both = 둘 다 쓸 것
runner-wants-state-state-belong-together = wants_state 와 state_by 는 함께 써야 함
runner-rule-needs-limit = 규칙 "{ $id }"에 한도가 하나 필요함
runner-write-either-below-least = below 나 at_least 하나만 쓸 것

# param
runner-not-choice = "{ $text }"은(는) 고를 수 있는 값이 아님
runner-write-value = { $min }부터 { $max }까지의 값을 쓸 것
runner-write-least = { $min } 이상을 쓸 것
runner-write-most = { $max } 이하를 쓸 것
runner-out-range = "{ $text }"은(는) 범위를 벗어남
runner-no-value-expected-name-value = "{ $text }"에 값이 없음: name=value 여야 함
runner-write-name-value-size-256mib = name=value 로 쓸 것. 예: size=256MiB
runner-mean = 혹시 "{ $name }={ $text }"? { $all }
runner-not-parameter-kind-choice = "{ $text }"은(는) choice 매개변수가 아님

# plan
runner-make-regions-amounts-smaller-fits-set = --set { $setting }(으)로 영역과 양을 줄이면 맞음. 아니면 더 큰 드라이브를 쓸 것
runner-method-needs-drive-target-file = 방법 { $method }에는 드라이브가 필요한데 대상이 파일임
runner-name-directory-drive-let-file-system = 드라이브에 있는 디렉터리를 지정하거나, 드라이브의 내용을 지우고 파일 시스템을 만들게 할 것: --set { $setting }
runner-name-directory-mounted-file-system = 마운트된 파일 시스템의 디렉터리를 지정할 것
runner-method-needs-file-system-target-device = 방법 { $method }에는 파일 시스템이 필요한데 대상이 장치임
runner-file-cannot-purged = 파일은 초기화할 수 없음

# plan_error
runner-method-no-parameter = 방법 { $method }에 매개변수 "{ $name }"이(가) 없음
runner-cannot-set-method = 방법 { $method }의 { $name }을(를) 정할 수 없음: { $message }
runner-every-cell-writes-target-only-read = 모든 항목이 쓰기를 하는데 이 대상은 읽기만 할 수 있음
runner-cell-cannot-run-target = 항목 "{ $cell }"은(는) 이 대상에서 실행할 수 없음: { $message }
runner-name-directory-file-mounted-file-system = 드라이브의 마운트된 파일 시스템에 있는 디렉터리나 파일을 지정할 것

# planned
runner-nothing-but-test-file = { $size } 시험 파일 말고는 없음
runner-first-device = 장치의 처음 { $end }
runner-device = 장치의 { $start }부터 { $end }까지

# probe
runner-not-probe = "{ $other }"은(는) 탐침이 아님
runner-probe-no-setting = 탐침 { $probe }에 설정 "{ $key }"이(가) 없음

# probe/capacity
runner-no-depth = "{ $other }"은(는) 깊이가 아님
runner-use-quick-full = quick 이나 full 을 쓸 것

# probe/speed_class
runner-card-multiple-16kib-4mib = 카드의 할당 단위는 16KiB의 배수임. 예: 4MiB
runner-cannot-allocation-unit = { $size }은(는) 할당 단위일 수 없음

# ratio
runner-not-factor = "{ $text }"은(는) 배수가 아님
runner-write-whole-number-fraction-two-1 = 정수나 두 정수의 분수로 쓸 것. 예: 1/16

# recording
runner-trace-cannot-here = 트레이스 { $name }(을)를 여기서는 구할 수 없음

# resume
runner-cell-run-not-method-plans = 실행의 항목 { $position } "{ $found }"이(가) 방법이 그 자리에 계획한 "{ $planned }"과(와) 다름

# rounds
runner-name-least-cell-window-least-2 = 항목을 하나 이상, 창은 2 이상으로 할 것
runner-nothing-become-steady-here = 여기에는 정상 상태가 될 것이 없음
runner-rounds-cannot-steady-over-window = { $rounds_max_count }회차로는 { $window_count }회차의 창에서 정상 상태가 될 수 없음
runner-ask-least-many-rounds-window = 회차를 창의 회차 이상으로 할 것
runner-other-rounds-method-cell-too = 이 방법의 다른 회차에도 항목 "{ $name }"이(가) 있음
runner-give-cells-these-rounds-names-own = 이 회차의 항목에 고유한 이름을 줄 것
runner-no-round-cell = 항목 "{ $name }"이(가) 있는 회차가 없음
runner-cells-names-measure-steps-inner-steps = cells에는 안쪽 단계의 measure 단계를 적음
runner-round-cell-another-number-times = 회차마다 항목 "{ $name }"의 횟수가 다름
runner-measure-all-cells-looked-equally-often = 살펴보는 항목은 모두 같은 횟수로 측정할 것
runner-not-figure-rounds-steady = "{ $text }"은(는) 회차의 정상 상태를 판단할 수 있는 수치가 아님

# searching
runner-no-load-beside-cells-search-called = 탐색 항목과 동시에 실행되는 부하 가운데 "{ $load }"이(가) 없음
runner-name-load-beside-none-cell-own = beside의 부하 이름을 쓰거나, 항목 자체이면 쓰지 말 것
runner-search-needs-three-cells-nothing-else = 탐색에는 항목 세 개만 있어야 함
runner-write-three-measure-steps-each-another = 이름이 서로 다르고 값 자리에 *가 하나 있는 measure 단계를 세 개 쓸 것
runner-no-whole-number-seconds = { $length }은(는) 초 단위의 정수가 아님
runner-write-5s = 예: 5s
runner-every-rate-load-beside-cell = every는 동시에 실행되는 부하의 속도에만 쓸 수 있음
runner-name-load-iops-bytes-per-s = load와 iops 또는 bytes_per_s를 쓰거나 every를 뺄 것
runner-search-ends-less-where-begins = 탐색이 { $to }에서 끝나는데, 시작인 { $from }보다 작음
runner-give-highest-value-no-less-lowest = 가장 큰 값을 가장 작은 값 이상으로 할 것
runner-search-without-limits-finds-highest-value = 한도가 없는 탐색은 가장 큰 값만 찾게 됨
runner-write-least-limit = 한도를 하나 이상 쓸 것
runner-load-beside-cell-never-ends = 동시에 실행되는 부하 { $name }이(가) 끝나지 않음
runner-give-cell-time-load-time-amount = 항목에 시간을 정하거나, 부하에 시간, 양, 횟수를 정할 것

# source
runner-none = { $what }: 없음
runner-what-names = { $what }: { $names }
runner-mean-near-all = 혹시 "{ $near }"? { $all }

# standard
runner-not-parameter = "{ $text }"은(는) 매개변수가 아님

# step
runner-not-key-matrix-vary = "{ $name }"은(는) matrix로 바꿀 수 있는 키가 아님
runner-matrix-no-value = matrix에 "{ $name }"의 값이 없음
runner-write-least-value = 값을 하나 이상 쓸 것
runner-limit-search-needs-value = 탐색의 한도에는 값이 하나 있어야 함
runner-step-kind-repeat-needs-know-how = repeat 단계에는 횟수가 필요함
runner-write-either-count-rows = count 나 rows 하나만 쓸 것
runner-first-row = 첫 행에는 { $first }이(가) 있음
runner-rows-name-different-values = 행마다 값의 이름이 다름
runner-write-rows-name = rows = [ {"{"} name = ".." {"}"}, .. ] 로 쓸 것
runner-no-rows = 행이 없음

# template
runner-write-name-parameter = { "{name}" }에 매개변수의 이름을 쓸 것
runner-without = "{"}"}" 없는 "{"{"}"
runner-not-name-anything = "{ $named }"은(는) 아무것의 이름도 아님
runner-known-names = 아는 이름

# fit
runner-stride = 간격
runner-alignment = 정렬
runner-block = 블록 크기

# source
runner-parameters = 매개변수
runner-methods = 방법
runner-choices = 고를 값

# planned
runner-nothing = 없음

# 그 밖
runner-give-cells-after-choice-names-own = 선택 뒤의 항목에 다른 이름을 줄 것
runner-no-cell-choose-among = 고를 항목이 없음
runner-cells-names-measure-steps-before = cells 에는 이 단계보다 앞선 measure 단계를 적음
runner-no-choice-take-anything = 값을 가져올 선택이 없음
runner-takes-belongs-into-steps-step-kind = takes 는 choose 단계의 steps 안에 씀
runner-limit-below-belong-together = limit 과 below 는 함께 써야 함
runner-rows-values-own = rows 에는 자기 값이 있음
runner-use-count-index = index 는 count 와 함께 쓸 것
runner-table = 표
runner-list-square-brackets = 대괄호로 묶은 목록
runner-true-false = true 또는 false
runner-text-quotes = 따옴표로 묶은 글
runner-device-not-support-discard = 장치가 discard를 지원하지 않음
runner-accepted = 받아들이는 것
runner-keys = 키
runner-known-keys = 알려진 키
runner-settings = 설정
runner-or = { $one } 또는 { $other }
runner-probes = 탐침

# budget
runner-invalid-budget-share = 시간 예산의 몫이 아님: "{ $text }"
runner-write-budget-share = 50%처럼 몫을 쓸 것
