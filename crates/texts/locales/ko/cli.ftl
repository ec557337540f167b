# advise
cli-cannot-advise-no-drive-catalogue = 추천할 수 없음: 카탈로그에 드라이브가 없음
cli-iogram-drive-add-run-last-makes = iogram catalogue add --run last 는 실행으로 드라이브를 등록하고, iogram catalogue import-samples 는 공개된 수치가 있는 드라이브를 가져옴

# announcement
cli-on = { $title }, { $place }
cli-takes = { $title }, { $place }. 걸리는 시간 { $time }
cli-simulated-drive-time-takes = { $title }, { $place }. 시뮬레이션 드라이브의 시간으로 { $time }
cli-warning = 경고: { $what }
cli-hint-destroy-destroy = 힌트: 내용을 지우려면: --destroy { $typed }
cli-overwritten-saved-put-back = 덮어쓸 내용은 { $journals }에 저장했다가 되돌림
cli-first-borrowed-blocks = 처음 { $size }을(를) 빌림. 그 블록은 { $journals }에 있음
cli-writes-reads-all = { $size } 전체를 쓰고 읽음
cli-genuine-drive-written-most-rule-out = 정품 드라이브에 최대 { $size }을(를) 써서 { $cache } 이하의 캐시를 배제함
cli-run-goes-probe-where-broken-off = 실행 { $id }: 끊긴 자리에서 탐침 { $probe }을(를) 이어서 함
cli-run-begins-anew-nothing-finished = 실행 { $id }: 끝난 것이 없어 처음부터 다시 함
cli-run-goes-after-finished-probes = 실행 { $id }: 끝난 탐침 다음부터 이어서 함
cli-run-goes-after-first-cell = 실행 { $id }: 첫 항목 다음부터 이어서 함
cli-run-goes-after-finished-cells = 실행 { $id }: 끝난 항목 { $count }개 다음부터 이어서 함
cli-done-once-more = 한 번 더 하는 것: { $repeated }
cli-cannot-brought-back = 되돌릴 수 없는 것: { $lost }

# args/catalogue
cli-not-day-write-2025-12-19 = "{ $text }"은(는) 날짜가 아님. 2025-12-19, 2025-12, 2025 처럼 쓸 것
cli-overview-quick = 이 디렉터리의 드라이브를 1분쯤 시험
cli-overview-good-for = 용도에 필요한 것을 측정하고 충분한지 판단
cli-overview-verify = 표시된 용량이 실제로 있는지 확인
cli-overview-measure = 측정
cli-overview-judge = 판단
cli-overview-keep = 보관
cli-overview-share = 공유
cli-overview-drives = 드라이브
cli-overview-lab = 실험실
cli-overview-targets = 대상: 디렉터리, 파일, 블록 장치, sim:NAME(모의 드라이브), null:
cli-overview-more = 명령 설명은 "iogram COMMAND --help", 모든 명령은 "iogram help --all"

# args/meant
cli-block-size-block-4kib = --block SIZE, 예: --block 4KiB
cli-time-time-time-10s = --time TIME, 예: --time 10s
cli-ramp-time-ramp-2s = --ramp TIME, 예: --ramp 2s
cli-read-percent-read-70 = --read PERCENT, 예: --read 70%
cli-read-percent-not-read-written = --read PERCENT: 읽지 않는 것은 쓰기
cli-engine-io-uring-engine-sync = --engine io_uring 또는 --engine sync
cli-amount-size-amount-1gib = --amount SIZE, 예: --amount 1GiB
cli-region-start-end-region-1gib-2gib = --region START..END, 예: --region 1GiB..2GiB
cli-rate-rate-rate-500-s = --rate RATE, 예: --rate 500/s
cli-access-zipf-1-2-access-zoned = --access zipf=1.2 또는 --access zoned=50/5:30/15:20/80
cli-sync-each-sync-every-n-sync = --sync each 또는 --sync every=N, --sync-call 과 함께
cli-format-text-markdown-json-csv = --format text, markdown, json 또는 csv
cli-time-alone-ends-measurement = 측정은 --time 만으로 끝남
cli-jobs-always-reported-together = 작업들은 항상 함께 보고됨
cli-written-never-repeats-unless-data-says = --data 로 정하지 않는 한 쓰는 데이터는 되풀이되지 않음
cli-buffered-cold-empties-page-cache-before = --buffered-cold 가 페이지 캐시를 미리 비움
cli-iogram-verify-finds-out-whether-drive = 쓴 것이 드라이브에 남는지는 iogram verify로 알 수 있음
cli-direct-takes-no-value-default = '--direct'에는 값이 없으며, 기본으로 켜져 있음
cli-target-needs-no-option-iogram = 대상은 옵션 없이 씀: 'iogram { $command } .. { $target }'
cli-fio-not-needed = fio의 '--{ $name }'은(는) 필요 없음: { $why }
cli-fio-iogram-measure = fio의 '--{ $name }'은(는) 'iogram measure'에서 { $same }
cli-fio-iogram-measure-method-own = fio의 '--{ $name }'은(는) 'iogram measure'에서 { $same }. 방법에는 자체 부하가 있음
cli-access-seq-random-read-percent = --access seq 또는 random, 그리고 --read PERCENT
cli-parameter-method-set-set-value = 방법의 매개변수는 '--set { $name }=VALUE'로 지정함
cli-belongs-iogram-measure-method-own = '--{ $name }'은(는) 'iogram measure'의 옵션임. 방법에는 자체 부하가 있음

# args/values
cli-wrong-hint = { $wrong }. { $hint }
cli-not-note-write-cooling-heat-sink = "{ $text }"은(는) 메모가 아님. cooling="heat sink" 처럼 쓸 것
cli-off = { $wrong }. 또는 "off"
cli-too-often-write-more-off = "{ $text }"은(는) 너무 잦음. { $least } 이상이나 "off"로 쓸 것
cli-no-list-processors-write-0-3 = "{ $text }"은(는) 프로세서 목록이 아님. 0-3,8 처럼, 또는 "auto"로 쓸 것
cli-no-time-all-write-more-10s = "{ $text }"은(는) 시간이 없는 것과 같음. 10s 처럼 더 길게 쓸 것
cli-nothing-all-write-more-64mib = "{ $text }"은(는) 크기가 없는 것과 같음. 64MiB 처럼 더 크게 쓸 것
cli-not-whole-number-write-42 = "{ $text }"은(는) 정수가 아님. 42 처럼 쓸 것
cli-not-count-write-whole-number-1 = "{ $text }"은(는) 개수가 아님. 1 이상의 정수로 쓸 것
cli-too-often-write-most-1000 = "{ $text }"은(는) 너무 많음. 최대 1000
cli-not-rate-write-90mb-s = "{ $text }"은(는) 속도가 아님. 90MB/s 처럼 쓸 것

# args/wrong
cli-error = 오류: { $what }
cli-possible-values-values = {"  "}[가능한 값: { $values }]
cli-tip = {"  "}힌트: { $tip }
cli-usage = 사용법: { $usage }
cli-more-information-try-help = 자세한 내용은 '--help'를 보십시오.
cli-unexpected-argument-found = 알 수 없는 인수 '{ $argument }'
cli-unrecognized-subcommand = 알 수 없는 명령 '{ $command }'
cli-requires-subcommand-but-not-provided = '{ $command }' 뒤에 하위 명령이 필요함
cli-following-required-arguments-not-provided = 필요한 인수가 없음: { $argument }
cli-argument-cannot-used-multiple-times = 인수 '{ $argument }'은(는) 한 번만 쓸 수 있음
cli-argument-cannot-used = 인수 '{ $argument }'은(는) { $prior }와(과) 함께 쓸 수 없음
cli-equal-sign-needed-when-assigning-values = '{ $argument }'의 값은 등호로 붙여 써야 함
cli-value-required-but-none-supplied = '{ $argument }'에 값이 필요함
cli-unexpected-value-found = '{ $argument }'에 필요 없는 값 '{ $value }'
cli-wrong-number-values = '{ $argument }'에 준 값의 수가 맞지 않음: { $count }
cli-invalid-utf-8-detected-argument = 인수에 UTF-8이 아닌 것이 있음
cli-invalid-value = '{ $argument }'에 쓸 수 없는 값 '{ $value }'
cli-wrong-why = { $wrong }: { $why }
cli-something-similar = 비슷한 것이 있음: '{ $similar }'

# at_once
cli-no-drive-serial-number = 일련번호가 { $text }인 드라이브가 없음
cli-iogram-list-shows-drives-computer-serial = iogram list 명령으로 이 컴퓨터의 드라이브와 일련번호를 볼 수 있음
cli-several-drives-serial-number = 일련번호가 { $text }인 드라이브가 여럿임: { $list }
cli-name-paths = 경로로 지정할 것
cli-drives-once = { $title }: 드라이브 { $count }개를 동시에 측정
cli-each-drive-run-kept-run-own = 드라이브마다 실행을 따로 저장함
cli-sets-computer-drive-iogram-tune-before = 드라이브 하나에 맞춰 컴퓨터를 설정함. 미리 iogram tune 을 실행하면 됨
cli-meter-measures-drive = 전력계 하나는 드라이브 하나를 잼
cli-cannot-measure-several-drives-once = { $option }(으)로는 여러 드라이브를 동시에 측정할 수 없음: { $why }
cli-leave-out = { $option }을(를) 뺄 것
cli-destroy-names-none-these-drives-called = --destroy 에 { $text }을(를) 지정했지만 그런 이름의 드라이브가 없음
cli-iogram-list-shows-serial-numbers-name = iogram list 명령으로 일련번호를 볼 수 있음. 이름은 내용이 있는 드라이브에만 필요함
cli-several-these-drives-called-meant = 이름이 { $own }인 드라이브가 여럿임: 어느 것을 뜻한 것인가?
cli-measure-after-other = 하나씩 차례로 측정할 것
cli-more-iogram-show = 자세히: iogram show { $id }
cli-target-why = { $target }: { $why }

# board
cli-name-what = { $name }: { $what }
cli-more-ended = 그 밖에 { $more }개. 끝난 것 { $ended }개
cli-begins-takes = 시작함. 걸리는 시간 { $time }
cli-begins-simulated-drive-time-takes = 시작함. 시뮬레이션 드라이브의 시간으로 { $time }
cli-measured = 측정을 마침
cli-waits-turn = 차례를 기다림

# boot
cli-came-last = 마지막에 온 것:
cli-saved-iogram-show = { $path }에 { $id }(으)로 저장됨 (iogram show { $id })
cli-cannot-use-log-no-serial-line = { $file }에는 { $option }을(를) 쓸 수 없음: 시리얼 라인이 아니라 로그임
cli-leave-out-name-serial-line-dev = { $option }을(를) 빼거나 /dev/ttyUSB0 같은 시리얼 라인을 대세요
cli-cannot-read = { $file }을(를) 읽을 수 없음: { $why }
cli-boots-first-taken = { $file }에 부팅이 { $count }번 있음: 처음 { $taken }번만 씀
cli-cannot-find-boot-line = { $file }에 부팅이 없음: "{ $from }"이(가) 있는 줄부터 "{ $to }"이(가) 있는 줄까지
cli-name-lines-say = 줄에 나오는 말을 --from 과 --to 로 대세요
cli-name-log-serial-line = 시리얼 라인의 로그를 대세요
cli-boots-until-kept = 그때까지의 부팅은 저장되어 있음
cli-power-switched-boot = 전원을 바꾸는 중: 부팅 { $count }번 중 { $number }번째
cli-switch-computer-off-boot = 컴퓨터를 껐다 켜세요: 부팅 { $count }번 중 { $number }번째
cli-boot = 부팅 { $count }번 중 { $number }번째: { $time }
cli-cannot-run-sh = sh를 실행할 수 없음: { $error }
cli-command-power-needs = --power 의 명령에 필요함
cli-command-power-failed = --power 의 명령이 실패함: { $why }
cli-try-itself-first-switch-computer-off = 먼저 그것만 실행해 보세요: 컴퓨터를 껐다 켜고 0으로 끝나야 함
cli-boots = 부팅 시작: { $line }

# bundle
cli-nothing-written = 아무것도 쓰지 않음
cli-cannot-bundle-run = 실행 { $id }을(를) 묶을 수 없음: { $error }
cli-please-report-run = 실행과 함께 알려 줄 것
cli-refused-bundle-run-goes = 실행 { $id }을(를) 묶기를 거부함: 아직 진행 중임
cli-wait-end = 끝날 때까지 기다릴 것
cli-run-no-end-broken-off-says = 실행 { $id }에 끝이 없음: 중단되었고, 그렇다고 적힘
cli-cannot-hide-identifies-run = 실행 { $id }에서 신원을 드러내는 것을 숨길 수 없음: { $error }
cli-please-report-serial-bundles-run = 알려 줄 것. --with-serial 은 실행을 그대로 묶음
cli-refused-write-no-folder = { $path }에 쓰기를 거부함: 폴더가 아님
cli-name-new-directory = 새 디렉터리를 지정할 것
cli-cannot-put-much-into-file-format = 파일 하나에 그렇게 많이 넣을 수 없음: 형식의 한계가 4 GiB임
cli-name-directory-out-dir = 디렉터리를 지정할 것: --out DIR/
cli-wrote-bundle-iogram-open = { $path }에 씀: 묶음 { $id } (iogram open { $path })
cli-leaves-computer = { $runs }에서 이 컴퓨터 밖으로 나가는 것:
cli-becomes-texts = {"  "}{ $what }: { $was } → { $becomes } (글 { $count }곳)
cli-serial-numbers-paths-names-measured = {"  "}일련번호, 경로, 이름은 측정된 그대로임
cli-nothing-found-records-names-computer-single = {"  "}기록에서 당신, 이 컴퓨터, 특정 드라이브를 가리키는 것을 찾지 못함
cli-stays = {"  "}그대로: { $what }: { $said }
cli-file = {"  "}파일 { $path }, { $size }
cli-pictures-images = {"  "}images/의 그림 { $count }개, { $size }
cli-serial-number = 일련번호
cli-method-file-own = 직접 쓴 방법 파일
cli-name-imported-file = 가져온 파일의 이름
cli-description-imported-file = 가져온 파일에 적힌 설명
cli-refused-bundle-without-being-asked-nobody = 묶기를 거부함: 그러라고 할 사람이 없음
cli-look-list-add-yes = 목록을 보고 --yes 를 붙일 것
cli-write-serial-numbers-all-y-n = 일련번호까지 그대로 쓸까요? [y/N]{" "}
cli-write-y-n = 쓸까요? [y/N]{" "}
cli-nothing-typed = 입력된 것이 없음: { $error }

# bundle/salt
cli-cannot-hide-serial-numbers-holds-no = 일련번호를 숨길 수 없음: { $path }에 솔트가 없음
cli-move-away-new-made-hashes-same = 다른 곳으로 옮길 것: 새로 만들어지며, 같은 드라이브의 해시가 달라짐
cli-cannot-read-path-why = { $path }을(를) 읽을 수 없음: { $why }

# campaign
cli-cannot-understand-kept = { $path }에 저장된 것을 이해할 수 없음
cli-newer-iogram-written-move-away-submit = 더 새로운 iogram이 썼을 수 있음. 옮겨 두고 캠페인을 다시 제출할 것
cli-campaign-not-submitted-here = 캠페인 { $id }은(는) 여기서 제출되지 않았음
cli-iogram-campaign-submit-file-changed-since = iogram campaign submit { $file }. 그 뒤에 바뀐 파일은 다른 캠페인임
cli-campaign-under-way-already = 캠페인 { $id }은(는) 이미 진행 중임
cli-iogram-campaign-status-campaign-cancel = iogram campaign status { $file } 또는 campaign cancel
cli-campaign-ends-cells-done-kept-campaign = 캠페인 { $id }을(를) 끝냄. 끝난 항목은 보존되며 campaign submit으로 이어서 함
cli-campaign-not-under-way = 캠페인 { $id }은(는) 진행 중이 아님

# campaign/conditions
cli-cannot-tell-how-warm-campaign-begins = { $target }의 온도를 알 수 없음. 캠페인은 { $most } °C 이하에서 시작함
cli-leave-temperature-max-celsius-out-drives = 온도를 알리지 않는 드라이브에는 temperature_max_celsius를 빼거나, root로 실행할 것
cli-c-after-campaign-begins-c-most = { $target }의 온도가 { $waited } 뒤에도 { $celsius } °C임. 캠페인은 { $most } °C 이하에서 시작함
cli-cool-raise-wait-max-temperature-max = 식히거나 [conditions]의 wait_max 또는 temperature_max_celsius를 높일 것
cli-same-command-goes = 같은 명령으로 이어서 함

# campaign/look
cli-cannot-understand-drives = { $host }에 어떤 드라이브가 있는지 이해할 수 없음: { $error }
cli-install-same-version-iogram = 그곳에 같은 버전의 iogram을 설치할 것
cli-cannot-start = { $program }을(를) 시작할 수 없음: { $error }
cli-install-choose-another-engine-engine = 설치하거나 --engine으로 다른 엔진을 고를 것
cli-failed = { $command } 실패: { $why }
cli-try-same-command-hand = 같은 명령을 직접 실행해 볼 것

# campaign/show
cli-campaign-tasks-methods-drives-runs-engine = 캠페인 { $id }: 작업 { $tasks }개(방법 { $methods }가지, 드라이브 { $drives }개), 실행 { $runs }회, 엔진 { $engine }.
cli-drives-written-serial-numbers-not-destroy = 드라이브 { $count }개에 쓰는데 그 일련 번호가 destroy = [..]에 없음. 데이터가 있으면 거부됨: { $drives }

# campaign/slurm
cli-queued-until-stays-iogram-campaign-cancel = 그때까지 대기열에 넣은 것은 남음: iogram campaign cancel로 끝냄
cli-campaign-tasks-queued-array-jobs = 캠페인 { $id }: 작업 { $tasks }개를 배열 작업 { $arrays }개로 대기열에 넣음: { $jobs }
cli-hint = 힌트: { $hint }
cli-cannot-queue-tasks-sbatch = sbatch로 작업을 대기열에 넣을 수 없음: { $why }
cli-see-whether-slurm-answers-sinfo-campaign = Slurm이 응답하는지 볼 것(sinfo). 캠페인이 요청하는 것은 --dry-run이 보여 줌

# campaign/standing
cli-campaign-done-all-tasks-no-drive = 캠페인 { $id } 완료: 작업 { $count }개 모두 끝났고 실패한 드라이브가 없음.
cli-campaign-done-all-tasks-drive-failed = 캠페인 { $id } 완료: 작업 { $count }개 모두 끝남. 그중 { $failed }개에서 드라이브가 실패함.
cli-campaign-tasks-done-drive-failed-run = 캠페인 { $id }: 작업 { $count }개 중 { $done }개 완료(드라이브 실패 { $failed }개), 실행 중 { $running }개, 대기 { $waiting }개, 하지 못함 { $broken }개, 남음 { $left }개.
cli-not-submitted-computer-user = 이 컴퓨터에서 이 사용자가 제출한 것이 아님.
cli-hint-left-done = 참고: 남은 것은 다음 명령으로 함: { $hint }
cli-hint-all-runs-charts = 참고: 모든 실행과 차트: { $hint }
cli-drives-failed = 실패한 드라이브 { $count }개:
cli-not-done = 끝나지 않음: { $tasks }

# campaign/task
cli-campaign-no-task = 캠페인 { $id }에는 작업 { $index }이(가) 없음
cli-iogram-campaign-plan-file-numbers-tasks = iogram campaign plan FILE이 작업 번호를 보여 줌
cli-runs-task-kept-seed-campaign-gives = 작업의 실행은 캠페인이 정한 시드로 저장됨
cli-leave-out-no-store-json-seed = --no-store, --json, --seed 를 뺄 것. iogram show RUN --format json 이 실행 하나를 출력함
cli-no-plan-campaign = { $what }은(는) 캠페인의 계획이 아님
cli-iogram-campaign-plan-file-format-json = iogram campaign plan FILE --format json이 계획을 씀. 그 파일이나 캠페인 파일을 지정할 것
cli-round-done-run = { $round }회차는 끝나 있음: 실행 { $id }
cli-task-names-no-drive = 작업에 드라이브가 없음
cli-drive-failed-another-method-campaign-given = 드라이브 { $drive }은(는) 이 캠페인의 다른 방법에서 실패함: 더 측정하지 않음

# campaign/workers
cli-campaign-names-no-computers-ssh = 캠페인에 ssh로 쓸 컴퓨터가 없음
cli-add-hosts-lab1-lab2-under-campaign = [campaign] 아래에 hosts = ["lab1", "lab2"]를 추가할 것
cli-drive-engine-local-measures-here = 드라이브 { $drive }은(는) { $host }에 있는데, 엔진 local은 이 컴퓨터에서 측정함
cli-use-engine-ssh-slurm-leave-host = --engine ssh나 slurm을 쓰거나 host를 뺄 것
cli-task-run-could-not-answer-asked = 작업 { $index }: { $name }의 실행이 물음에 답하지 못함
cli-task-drive-failed = 작업 { $index }: 드라이브 { $name }이(가) 실패함
cli-task-broken-off-goes-later = { $name }의 작업 { $index }이(가) 중단되어 나중에 이어서 함: { $why }
cli-task-could-not-done-said = { $name }의 작업 { $index }을(를) 하지 못함. 출력은 { $log }에 있음
cli-tasks-could-not-done-no-other = 작업 { $count }개를 하지 못함: 다른 작업을 시작하지 않음
cli-campaign-tasks-done-drive-failed-could = 캠페인 { $id }: 작업 { $count }개 중 { $done }개 완료, 그중 드라이브 실패 { $failed }개. 하지 못함 { $broken }개, 제외됨 { $skipped }개
cli-campaign-not-done-tasks-left = 캠페인이 끝나지 않음: 작업 { $count }개가 남음
cli-iogram-campaign-submit-goes = iogram campaign submit { $file } 명령으로 이어서 함

# capture
cli-cannot-capture-no-drive-behind = { $device }을(를) 담을 수 없음: 뒤에 드라이브가 없음
cli-name-block-device-iogram-list-shows = 블록 장치를 지정하십시오. "iogram list"가 보여 줌
cli-no-longer = { $device }이(가) 더는 없음
cli-plug-again = 다시 꽂을 것
cli-cannot-capture-partition = { $device }을(를) 담을 수 없음: 파티션임
cli-name-whole-device = 전체 장치 { $whole }을(를) 지정하십시오
cli-refused-show-something-names-drive = { $device }을(를) 보여 주기를 거부함: 이 드라이브 하나를 가리키는 것이 들어 있게 됨
cli-please-report-output-iogram-list = "iogram list"의 출력과 함께 알려 주십시오
cli-serial-number-stays-because-short-common = 일련번호는 짧거나 흔한 말이어서 그대로 남음: { $serial }
cli-written-iogram-show-shows = { $path }에 씀. iogram show { $path } 로 볼 수 있음
cli-files-kernel-pages-answers-drive = { $device }: 커널의 파일: { $files }개, 페이지: { $pages }개, 드라이브의 답: { $answers }개
cli-names-drive-replaced = 이 드라이브 하나를 가리키는 이름 중 바꾼 것: { $count }개
cli-not-written-drive-uses-names-partitions = 들어 있지 않은 것: 드라이브에 쓰인 것, 사용하는 것, 파티션의 이름
cli-refused-write-nobody-asked = { $path } 쓰기를 거부함: 아무에게도 묻지 않았음
cli-look-iogram-capture-show-type-iogram = iogram capture { $device } --show 로 살펴본 다음 iogram capture { $device } --yes 를 입력하십시오
cli-write-all-type-yes = 이 모두를 { $path }에 쓰려면 yes 를 입력하십시오
cli-use-yes = --yes 를 쓰십시오
cli-dev-urandom = /dev/urandom이 있습니까?
cli-cannot-read-random-numbers = 난수를 읽을 수 없음: { $error }
cli-name-file-iogram-capture-wrote = "iogram capture"가 쓴 파일을 지정하십시오
cli-cannot-read-path-error = { $path }을(를) 읽을 수 없음: { $error }
cli-give-file-written = 쓰인 그대로의 파일을 주십시오
cli-cannot-read-format = { $path }을(를) 읽을 수 없음: 형식이 { $format }임
cli-another-version-iogram-wrote-read = 다른 버전의 iogram이 쓴 것: 그 버전으로 읽을 것

# card_file
cli-first-writes-file-sheet = 먼저 카드 요약표에 넣을 파일 쓰기를 측정합니다: { $place }
cli-nothing-measured-writes-file = { $place }에서 파일 쓰기를 측정하지 못했습니다
cli-iogram-show-says-why-leave-set = 이유는 iogram show { $run } 에 있습니다. --set file 을 빼고 실행하세요

# catalogue
cli-left-out = { $file } 빠짐: { $why }
cli-cannot-build-catalogue-no-bundle-no = { $path }(으)로 목록을 만들 수 없음: 보여 줄 묶음도 실행도 없음
cli-name-folder-files-iogram-bundle-wrote = "iogram bundle"이 쓴 파일이나 --json 으로 쓴 실행이 든 폴더를 지정할 것
cli-wrote-runs-files-open = { $path }에 씀: 실행 { $count }개, 파일 { $pages }개. { $index }을(를) 열 것
cli-left-out-files-index-names = 파일 { $count }개가 빠짐. 목록에 이름이 있음
cli-belongs-kernel = 커널의 것임
cli-name-folder-bundles = 묶음이 든 폴더를 지정하세요
cli-name-folder-read = 읽을 수 있는 폴더를 지정하십시오
cli-no-run = 실행이 아님: { $error }

# catalogue/site_files
cli-cannot-write = { $path }에 쓸 수 없음: { $why }
cli-make-room-where-site-name-another = 사이트가 놓일 곳에 공간을 마련하거나 다른 폴더를 지정할 것
cli-name-new-folder = 새 폴더를 지정할 것
cli-no-plain-file = 일반 파일이 아님
cli-no-site-iogram-built-changed-since = iogram이 만든 사이트의 것이 아니거나 그 뒤에 바뀜: 새 폴더를 지정할 것

# check
cli-cannot-tell-block-device-lies = { $text }이(가) 어느 블록 장치에 있는지 알 수 없음
cli-name-device-iogram-list-shows = 장치를 지정할 것. "iogram list"가 보여 줌

# command
cli-cannot-run = { $command }을(를) 실행할 수 없음: { $error }
cli-command-ended-signal = 명령이 신호로 끝남

# compare
cli-cannot-compare-two-runs-two-drives = 비교할 수 없음: 실행이나 드라이브가 둘 필요함
cli-iogram-compare-run-run-iogram-compare = iogram compare RUN RUN, iogram compare A1 A2 A3 -- B1 B2 B3, 또는 iogram compare --drive A --drive B. 실행 목록은 "iogram runs"
cli-cannot-compare-run-several-nothing-follows = 실행 하나를 여럿과 비교할 수 없음: 하나로는 드라이브에 대해 알 수 없음
cli-name-two-more-runs-each-side = 양쪽에 실행을 둘 이상씩(iogram run METHOD TARGET --runs 3), 또는 하나씩 지정할 것
cli-cannot-compare-run-itself = 실행 { $twice }을(를) 자기 자신과 비교할 수 없음
cli-name-each-run-once = 실행마다 한 번씩만 지정할 것
cli-cannot-take-run-everything-after = { $option }은(는) 실행이 아님: "--" 뒤에는 실행만 올 수 있음
cli-options-stand-before-runs-iogram-compare = 옵션은 실행 앞에 쓸 것: iogram compare -o ab/ A1 A2 A3 -- B1 B2 B3
cli-today = 오늘
cli-days-ago = { $days }일 전
cli-years-ago = { $years }년 전
cli-run-measured = { $drive }: { $method }의 실행 { $id }, { $age } 측정
cli-run-imported = { $drive }: { $method }의 실행 { $id }, { $age } 가져옴
cli-cannot-compare-no-completed-run-kept = { $name }을(를) 비교할 수 없음: 끝까지 진행되어 저장된 실행이 없음
cli-measure-attach-run-iogram-drive-attach = 측정하거나, iogram catalogue attach DRIVE RUN 으로 실행을 지정할 것
cli-cannot-compare-no-method-run-all = 비교할 수 없음: 이 드라이브 모두에서 실행한 방법이 없음
cli-cannot-find-drive-neither-catalogue-nor = 드라이브 "{ $name }"을(를) 카탈로그에서도 실행에서도 찾을 수 없음
cli-iogram-drive-list-lists-drives-iogram = 드라이브 목록은 "iogram catalogue list", 실행 목록은 "iogram runs"
cli-cannot-tell-drive = "{ $name }"이(가) 어느 드라이브인지 알 수 없음
cli-type-more-could = 더 길게 쓸 것. 후보: { $drives }

# devices
cli-cannot-find-device = 장치 "{ $text }"을(를) 찾을 수 없음
cli-iogram-list-shows-devices-name-path = 장치는 "iogram list"로 볼 수 있음. 경로, 커널 이름, 일련번호, 모델명으로 지정할 것
cli-cannot-tell-device = "{ $text }"이(가) 어느 장치인지 알 수 없음: { $names }
cli-type-more-serial-number-kernel-name = 일련번호를 더 길게, 또는 커널 이름을 쓸 것
cli-device-cannot-shown-csv = 장치 { $device }은(는) CSV로 나타낼 수 없음
cli-use-format-text-markdown-json = --format text, markdown, json 을 쓸 것
cli-cannot-list-block-devices = 블록 장치 목록을 만들 수 없음: { $why }
cli-sysfs-mounted-sys = sysfs가 /sys에 마운트되어 있는지 확인할 것

# drive
cli-cannot-find-drive = 드라이브 "{ $name }"을(를) 찾을 수 없음
cli-iogram-drive-list-lists-drives-iogram-drive = 드라이브 목록은 "iogram catalogue list", 등록은 "iogram catalogue add NAME"
cli-type-more-could-ids = 더 길게 쓸 것. 후보: { $ids }
cli-serial-number-runs = { $drive }의 일련번호는 { $serial }, 실행은 { $count }개
cli-attach-run-drive-iogram-drive-attach = { $models }의 것임: 이 드라이브의 실행 하나를 붙이면(iogram catalogue attach { $drive } RUN) 이 일련번호의 다른 실행 가운데 모델과 용량이 같은 것만 셈함
cli-run = 실행 { $run }은(는) { $drive }의 것
cli-cannot-detach-serial-number-none = 일련번호 { $serial }을(를) 뗄 수 없음: { $drive }에 그런 일련번호가 없음
cli-iogram-drive-show-shows = "iogram catalogue show { $drive }"로 무엇이 있는지 볼 수 있음
cli-no-longer-serial-number = { $drive }에서 일련번호 { $serial }을(를) 뗌
cli-cannot-detach-run-nobody-attached = 실행 { $run }을(를) 뗄 수 없음: { $drive }에 붙인 적이 없음
cli-run-drive-serial-number-stays-run = 드라이브의 일련번호로 찾은 실행은 그 드라이브에 남음. 대신 다른 드라이브에 붙일 것
cli-run-no-longer-attached = 실행 { $run }을(를) { $drive }에서 뗌
cli-cannot-remove-drive-whole-id = 드라이브 { $drive }을(를) 삭제할 수 없음: id 전체는 { $drive_2 }
cli-type-whole-id-no-other-drive = 다른 드라이브를 실수로 지우지 않도록 id 전체를 쓸 것
cli-removed-runs-stay = { $drive }을(를) 삭제함. 실행은 남음
cli-cannot-import-drive-id = 드라이브 { $drive }을(를) 가져올 수 없음: 같은 id가 이미 있음
cli-replace-replaces-nothing-imported = --replace 로 바꿀 수 있음. 아무것도 가져오지 않음
cli-imported-drives = 드라이브 { $drives }개를 가져옴
cli-note = 참고: { $note }
cli-cannot-use = { $name }을(를) 쓸 수 없음: { $message }
cli-imported-drives-figures-others-published-none = 다른 사람들이 공개한 수치가 있는 드라이브 { $count }개를 가져옴. iogram으로 측정한 것은 없음

# drive/entry
cli-cannot-make-entry-without-name = 이름 없이는 등록할 수 없음
cli-iogram-drive-add-sandisk-extreme-256gb = iogram catalogue add "SanDisk Extreme 256GB"
cli-not-id = "{ $id }"은(는) id가 아님
cli-use-lowercase-letters-digits-id-sandisk = 영어 소문자, 숫자, - 를 쓸 것. 예: --id sandisk-extreme
cli-cannot-add-drive-id = 드라이브 { $entry }을(를) 추가할 수 없음: 같은 id가 이미 있음
cli-iogram-drive-edit-changes-id-gives = iogram catalogue edit 로 수정하거나, --id 로 다른 id를 줄 것
cli-added = { $entry }을(를) 추가함
cli-nothing-changed-drive = 드라이브 { $entry }에서 바꿀 것이 없음
cli-name-change-price-19-90eur-iogram = 바꿀 것을 지정할 것. 예: --price 19.90EUR. 전체 목록은 iogram catalogue edit --help
cli-changed = { $entry }을(를) 수정함
cli-no-score = "{ $text }"은(는) 점수가 아닙니다: { $why }
cli-write-value-score-3dmark-storage-3250 = --score "3DMark Storage=3250" 또는 --score "3DMark Storage=3250@2026-11-20" 처럼 NAME=VALUE로 쓰세요
cli-name-benchmark-missing = 벤치마크 이름이 없습니다
cli-not-number-above-zero = "{ $value }"은(는) 0보다 큰 수가 아닙니다
cli-no-fact = "{ $text }"은(는) 사실이 아님
cli-write-value-fact-power-loss-protection = NAME=VALUE 로 쓸 것. 예: --fact "power-loss protection=yes"
cli-whether-drive-cannot = { $needed }의 값은 "{ $value }"일 수 없음
cli-write-yes-no-where-unknown = "{ $needed }=yes", "{ $needed }=no", 모르면 "{ $needed }="로 쓸 것
cli-no-use-asks-fact = 사실 "{ $name }"을(를) 묻는 용도가 없음
cli-is-it = 혹시 "{ $needed }"?
cli-write-read-190mb-s-write-130mb = read=190MB/s, write=130MB/s, read-iops=4000, write-iops=2000, endurance=150TB, endurance=0.3DWPD/5y, class=V30 처럼 쓸 것
cli-no-promise = "{ $text }"은(는) 표시 성능이 아님: { $why }
cli-no-promise-text = "{ $text }"은(는) 표시 성능이 아님
cli-not-rate = "{ $value }"은(는) 속도가 아님
cli-not-number = "{ $value }"은(는) 수가 아님
cli-writes-day-need-drive-capacity = 하루 쓰기량에는 드라이브의 --capacity 가 필요함
cli-no-mark = "{ $value }" 등급은 없음
cli-cannot-use-serial-number-many-drives = "{ $text }"은(는) 일련번호로 쓸 수 없음: 같은 것을 가진 드라이브가 많음
cli-attach-single-runs-instead-iogram-drive = 대신 실행을 하나씩 붙일 것: iogram catalogue attach DRIVE RUN

# drive_class
cli-unknown-taken-mixed-neither-catalogue-nor = 알 수 없어 mixed로 처리합니다. 카탈로그도 드라이브도 용도를 알려 주지 않습니다(--set class=.. 또는 iogram catalogue add --promise endurance=1DWPD/5y)
cli-set-class-says-otherwise = { $class }, { $why } (--set class=.. 로 바꿀 수 있음)
cli-data-sheet-catalogue = 데이터 시트 기준: { $value } (카탈로그: { $drive })
cli-name = 이름 기준: { $model }
cli-label-drive-writes-day-over-years = 라벨 기준: { $years }년 동안 하루 전체 쓰기 { $writes }회 (카탈로그: { $drive })
cli-own-estimate-drive-writes-day-over = 드라이브 자체 추정 기준: { $years }년 동안 하루 전체 쓰기 { $writes }회

# endurance
cli-nothing-wears-out = 닳는 것이 없음
cli-file-not-tell-drive-name-device = 파일로는 드라이브를 알 수 없음. 장치를 지정할 것
cli-drive-not-say-how-much-life = 드라이브가 수명을 얼마나 썼는지 알리지 않음
cli-drive-not-say-how-much-life-used = 드라이브가 수명을 얼마나 썼는지 알리지 않고, 카탈로그에도 제품에 표시된 값이 없음(iogram catalogue add --promise endurance=600TB)
cli-too-little-drive-life-used-tell = 알기에는 드라이브의 수명을 너무 적게 씀
cli-drive-not-say-how-much-written = 드라이브가 얼마나 쓰였는지 알리지 않음
cli-none-nothing-written = 없음: 아무것도 쓰지 않음
cli-of = { $who } { $size } 중
cli-of-share-size = { $who } { $size }의 { $share }
cli-label-promises-catalogue = 제품에 표시된(카탈로그: { $drive })
cli-takes-life-own-estimate = 드라이브가 스스로 예상한 수명 동안의
cli-one-other = { $one }. { $other }
cli-share-unknown = 비율을 알 수 없음: { $why }

# exclude
cli-cannot-leave-repetition-out-without-reason = 이유 없이는 반복을 뺄 수 없음
cli-say-reason-readers-run-see = --reason ".." 으로 이유를 적을 것: 실행을 읽는 사람이 봄
cli-run-name-id = 실행 { $id }의 { $name }: { $done }
cli-cannot-change-run-record-another-program = 실행 { $id }을(를) 바꿀 수 없음: 다른 프로그램이나 버전의 기록임
cli-only-runs-version-measured-leave-repetitions = 이 버전이 측정한 실행에서만 반복을 뺄 수 있음
cli-cannot-change-run-cell-never-finished = 실행 { $id }의 { $name }을(를) 바꿀 수 없음: 항목이 끝나지 않았음
cli-only-kept-under-way-measure-again = 진행 중에 저장된 것만 있음. 실행에 항목이 더 있으면 "iogram resume { $id }"로 다시 측정해서 그것을 바꿀 것
cli-iogram-show-full-shows-left-out = 무엇을 뺐는지는 "iogram show --full { $id }"에 괄호로 표시됨
cli-cannot-change-run = 실행 { $id }의 { $name }을(를) 바꿀 수 없음: { $why }
cli-cannot-find-run = 실행 { $run }에서 { $name }을(를) 찾을 수 없음
cli-results-run = 실행의 결과: { $names }
cli-cells-run = 실행의 항목: { $names }
cli-repetition-1 = 반복이 하나임: { $cell }#1
cli-name-repetition-1 = 반복을 지정할 것: { $cell }#1 ~ { $cell }#{ $count }

# execute
cli-cannot-measure-turn-itself = { $other }을(를) 자기 자신과 번갈아 측정할 수 없음
cli-name-each-target-once-how-often = 대상은 한 번씩 지정하고, 횟수는 --runs N 으로 정할 것
cli-cannot-measure-runs-each-kept-run = { $option }과(와) 함께 { $count }회를 측정할 수 없음: 실행마다 따로 저장됨
cli-leave-out-iogram-show-id-format = { $option }을(를) 뺄 것. iogram show ID --format json 이 그 하나를 출력함
cli-run-index-count = { $count }회 중 { $index }회째, { $target }
cli-run-2 = { $count }회 중 { $index }회째

# export
cli-cannot-write-parquet-standard-output-into = Parquet은 표준 출력이나 파일 하나에 쓸 수 없음: 파일이 셋임
cli-name-directory-exists-new-ends-output = 이미 있는 디렉터리, 또는 /로 끝나는 새 디렉터리를 지정할 것: --output DIR/
cli-wrote = { $path }에 씀
cli-form-every-reader = { $format } 형식은 읽는 프로그램에 관계없이 한 가지임
cli-leave-spreadsheet-away-choose-format-csv = --spreadsheet를 빼거나 --format csv 또는 --format tidy를 쓸 것
cli-note-fio-json-no-place-results = 참고: fio의 JSON에 담을 수 없는 결과 { $count }개는 제외됨. 더 많이 담는 형식: { $formats }
cli-note-metrics-say-when-ran-how = 참고: { $run }의 지표에는 언제 실행하고 어떻게 끝났는지만 있고 수치는 없음. 더 많이 담는 형식: { $formats }
cli-cannot-export = { $run }을(를) { $format }(으)로 내보낼 수 없음: { $why }
cli-formats-carry = 들어 있는 것을 담을 수 있는 형식: { $formats }
cli-nothing-cells-place = 항목에서 한 일 가운데 그 형식에 담을 수 있는 것이 없음
cli-says-drive-health-no-figures-requests = { $tool }이(가) 알린 드라이브 상태가 들어 있고 요청의 수치는 없음
cli-says-drive-no-figures-requests = { $tool }이(가) 알린 드라이브 정보가 들어 있고 요청의 수치는 없음
cli-found-out-no-figures-requests = { $probes }(으)로 알아낸 것이 들어 있고 요청의 수치는 없음
cli-nothing-measured = 측정된 것이 없음
cli-results-place-none = { $tool }의 결과 { $count }개가 들어 있지만 그 형식에 담을 수 있는 것이 없음
cli-export-json-instead = 대신 JSON으로 내보낼 것

# finish
cli-cannot-go-after-cell = 항목 "{ $name }" 뒤를 계속할 수 없음: { $state }
cli-capacity-not-found-out-writes-failed = 용량을 알아내지 못함: 쓰기가 { $message }(으)로 실패함
cli-make-room = { $below }: 거기에 공간을 마련할 것
cli-make-room-device-lies = 장치가 놓인 곳에 공간을 마련할 것
cli-drive-not-purged-report-says-tried = 드라이브를 초기화하지 못함. 무엇을 시도했는지는 보고서에 있음
cli-measured-after-not-about-fresh-drive = 그 뒤에 측정한 것은 새 상태의 드라이브에 대한 것이 아님
cli-reads-met-end-file-report-says = 읽기가 파일의 끝에 닿음. 어느 것이 어디에서 그랬는지는 보고서에 있음
cli-nothing-written-fill-content-written-let = 그곳에는 쓴 것이 없음: 채우거나(content = "written") 먼저 쓰는 항목을 둘 것
cli-requests-failed-report-says-where = 요청이 실패함. 어느 것이 어디에서 그랬는지는 보고서에 있음
cli-drive-connection-power-supply-bad = 드라이브, 연결, 전원이 나쁠 수 있음
cli-measured-until-saved-resume-iogram-resume = 그때까지 측정한 것은 저장됨. 이어서 하려면: iogram resume { $id }
cli-measured-until-saved = 그때까지 측정한 것은 저장됨
cli-resume-iogram-resume-same-destroy = 이어서 하려면: iogram resume { $id }, 그리고 같은 --destroy

# fio
cli-iodepth-low-iodepth-batch-complete-min = iodepth_low와 iodepth_batch_complete_min은 가상 드라이브에서 아무것도 바꾸지 않음: 완료를 하나씩 곧바로 넘김
cli-name-job-file-fio = fio의 작업 파일을 쓸 것
cli-cannot-run-job-file = 작업 파일 { $file }을(를) 실행할 수 없음: { $why }
cli-cannot-run-job-file-template-line = 작업 파일 { $file }을(를) 실행할 수 없음: 서식 파일이며 { $line }번째 줄의 { $blank }은(는) 값을 넣을 자리임
cli-fill-first-write-value-place-each = 먼저 채우세요: 표시가 있는 자리마다 값을 쓰세요
cli-file-why = { $file }: { $why }
cli-file-line-why = { $file }:{ $line }: { $why }
cli-cannot-run-job-file-iogram-cannot = 작업 파일 { $file }을(를) 실행할 수 없음: 할 수 없는 것이 있음({ $count })
cli-job-cannot-planned = { $file }:{ $line }: 작업 { $job }을(를) 계획할 수 없음: { $why }
cli-set-front-command = 명령 앞에서 변수를 정하세요: { $command }
cli-change-job-file = 작업 파일을 고칠 것
cli-change-job-file-leave-out-iogram = 작업 파일을 고치거나, iogram이 하지 않는 것을 그 뜻을 알고 뺄 것: --ignore { $options }
cli-warning-job-no-figures-since-over = 경고: 작업 { $job }은(는) ramp_time이 지나기 전에 끝나 수치가 없음: ramp_time을 빼거나 할 일을 늘릴 것
cli-cannot-run-jobs-several-targets-once = 여러 대상에서 작업을 함께 실행할 수 없음: { $targets }
cli-run-section-after-another-section-name = 구역을 하나씩 실행하거나(--section) 모두에 한 대상을 정할 것(--target)

# fio/drives
cli-cannot-show-runs-several-drives-fio = 여러 드라이브의 실행은 fio의 형식으로 보일 수 없음: { $drives }
cli-leave-output-format-out-each-run = --output-format 을 빼고, 나중에 실행마다 fio의 형식으로 받을 것: iogram export RUN --format fio

# fleet
cli-hint-measure-drives-iogram-run-method = 힌트: 드라이브를 측정하십시오(iogram run METHOD TARGET). 전체 장치에서 한 실행은 드라이브의 일련번호를 압니다
cli-wrote-row-each-run-figure-all = { $path }에 씀: 실행과 수치마다 한 행, 모두 { $rows }행
cli-finding-figures-runs-once-whatever-ends = 실행 { $count }개의 수치를 한 번만 찾는 중. 무엇이 이를 끝내더라도 다음번에 이어 감
cli-figures-runs = 실행 { $count }개 중 { $done }개의 수치를 찾음
cli-mean-figures = "{ $near }"을(를) 뜻했습니까? 수치: { $all }
cli-figures = 수치: { $all }
cli-no-kept-run-figure = 저장된 실행에 수치 "{ $asked }"이(가) 없음

# follower
cli-store-takes-measured-again-nothing-missing = 저장소가 다시 측정값을 받음. 빠진 것은 없음
cli-warning-measured-stays-memory-kept-later = 경고: { $why }. 측정한 것은 메모리에 두었다가 나중에 저장함
cli-waits-until-another-done-simulated-drives = 다른 것이 끝나기를 기다림: 시뮬레이션 드라이브는 프로세서마다 하나씩 한 번에 { $count }개를 측정함
cli-waiting-store-another-program-holds = 다른 프로그램이 쓰고 있는 저장소를 기다림

# good_for
cli-use = 용도
cli-measure = 측정할 대상
cli-cannot-judge-not-named = 판정할 수 없음: { $missing }이(가) 지정되지 않음
cli-iogram-good-use-target-iogram-good = iogram good-for USE TARGET, 예: iogram good-for pi . 용도 목록은 iogram good-for --list
cli-note-use-also-needs-no-measurement = 참고: 이 용도에는 { $fact }도 필요하며 측정으로는 알 수 없음. 데이터 시트를 볼 것

# import
cli-wrong-file = { $wrong }: { $file }
cli-give-json-writes = --json으로 쓴 것을 줄 것
cli-cannot-read-run = { $path }에서 실행을 읽을 수 없음: { $error }
cli-name-file-holds-tool-output = 도구의 출력이 든 파일을 지정할 것

# import_files
cli-refused-line = { $file } { $line }번째 줄 때문에 거부함: { $why }
cli-refused = { $file } 거부함: { $why }
cli-nothing-imported-no-file = 가져온 것이 없음: { $folders }에 파일이 없음
cli-name-files-hold-output-tools-folder = 도구의 출력이 든 파일이나 그런 폴더를 지정할 것
cli-mean-kinds = { $near }을(를) 뜻했습니까? 종류: { $kinds }
cli-kinds = 종류: { $kinds }
cli-cannot-read-files-kind = "{ $kind }" 종류의 파일은 읽을 수 없음
cli-copy-files-meant-into-folder-own = 필요한 파일을 따로 만든 폴더에 복사하세요
cli-too-deep = 너무 깊이 들어 있음
cli-name-itself = 그 폴더를 직접 지정하십시오
cli-empty = 비어 있음
cli-looks-like-several-kinds = 여러 종류로 보임: { $kinds }
cli-say = --as 로 어느 것인지 지정하십시오
cli-pdf-not-read = PDF는 읽지 않음
cli-take-text-out-pdftotext-layout-file = pdftotext -layout FILE 등으로 텍스트를 꺼내 그것을 볼 것
cli-page-web-no-output-tool-found = 웹 페이지이며, 도구의 출력을 찾지 못함
cli-copy-output-out-browser-into-file = 브라우저에서 출력을 복사해 별도의 텍스트 파일로 저장할 것
cli-no-kind-known = 알려진 종류가 아님
cli-say-2 = 그중 하나라면 --as 로 종류를 지정하십시오
cli-packed = 압축되었거나 묶인 파일임
cli-unpack-first = 먼저 풀 것: { $command }
cli-picture-not-read = 그림은 읽지 않음
cli-save-text-instead-crystaldiskmark-copies-ctrl = 대신 텍스트를 저장할 것: CrystalDiskMark는 Ctrl+C로 복사하고, 다른 도구는 출력하거나 저장함
cli-file-office-program = 오피스 프로그램의 파일임
cli-save-plain-text-csv-output-tool = 도구의 출력이 들어 있으면 일반 텍스트나 CSV로 저장할 것
cli-sqlite-file = SQLite 파일임
cli-store-iogram-list-runs-iogram-runs = iogram 저장소라면 실행 목록을 보는 명령: iogram runs --store { $file }
cli-read-iogram-import-run = 다음으로 읽을 것: iogram import run { $path }
cli-run-iogram-own = iogram의 실행임
cli-read-iogram-open = 다음으로 읽을 것: iogram open { $path }
cli-bundle-iogram-runs = iogram 실행의 묶음임

# import_registers
cli-whether-registers-sd-card-emmc-not = SD 카드의 레지스터인지 eMMC의 레지스터인지 적혀 있지 않음: 해석하지 않음

# limits
cli-cannot-work-open-files-limit-process = 열린 파일 { $limit }개로는 작동할 수 없음(이 프로세스의 한도): { $needed }개가 필요함
cli-raise-limit-ulimit-n-1024 = 한도를 올릴 것: ulimit -n 1024
cli-cannot-work-memory-limit-process-leaves = 이 프로세스의 한도({ $command }, { $limit })에서 남은 메모리 { $left }(으)로는 작동할 수 없음: { $needed }이(가) 필요함
cli-raise-limit-unlimited = 한도를 올릴 것: { $command } unlimited
cli-cannot-start-threads-user-processes-threads = 스레드 { $count }개를 시작할 수 없음: 이 사용자의 프로세스와 스레드는 합하여 { $limit }개까지임
cli-end-some-raise-limit-ulimit-u = 일부를 끝내거나 한도를 올릴 것: ulimit -u 4096

# live
cli-nothing-completed = { $time } 동안 완료된 요청 없음
cli-mean = 평균 { $rate }
cli-slowest = 최대 { $time }
cli-left = { $time } 남음
cli-drive-time-left = 드라이브의 시계로 { $time } 남음

# measure
cli-shares-reads-discards-flushes-more-100 = 읽기, discard, 플러시의 비율이 100 %를 넘음
cli-lower-left-writes = 하나를 낮출 것. 나머지는 쓰기
cli-cannot-make-new-test-file-exists = 새 시험 파일을 만들 수 없음: { $target }이(가) 이미 있음
cli-name-directory-leave-fresh-out = 디렉터리를 지정하거나 --fresh 를 뺄 것
cli-new-empty-test-file-holds-nothing = 비어 있는 새 시험 파일에는 읽을 것이 없음
cli-leave-fresh-out-use-read-0 = --fresh 를 빼거나 --read 0% 를 쓸 것

# method_choice
cli-cannot-tell-method-both-named = 방법을 알 수 없음: { $first }과(와) { $file }이(가) 모두 지정됨
cli-method-file-name-only-target = --method-file 을 쓸 때는 대상만 지정할 것
cli-no-method = 방법 "{ $first }"은(는) 없음
cli-method-comes-first = 방법이 먼저 옴: { $target } { $first }
cli-no-target-named-method = 방법 { $method }의 대상이 지정되지 않음
cli-name-directory-file-block-device-after = 방법 뒤에 디렉터리, 파일, 블록 장치를 지정할 것. 현재 디렉터리는 .

# methods
cli-iogram-methods-id-explains-iogram-run = iogram methods ID 는 방법을 설명하고, iogram run ID TARGET 은 실행합니다.
cli-nothing = 없음
cli-test-file-not-run-devices = 시험 파일. 장치에서는 실행하지 않음
cli-test-file-beginning-device = 시험 파일, 또는 장치의 앞부분
cli-test-file-whole-device = 시험 파일, 또는 장치 전체
cli-parameters-set-name-value = 매개변수 (--set name=value):
cli-default = { $help } [기본값: { $default }]
cli-default-help-default = { $help } [기본값: { $default }. 선택: { $choices }]
cli-destroy = --destroy { $typed } (있는 것: { $contents })
cli-destroy-borrow = --destroy { $typed }, 또는 --borrow (들어 있는 것: { $contents })
cli-not-reached = 도달하지 않음
cli-every-step-full = 모든 단계: --full
cli-on-id-target = { $target }에서 { $id }: { $title }
cli-drive-speed-decides-assume-rate-narrows = ; 드라이브의 속도에 달려 있음: --assume RATE 로 좁힐 수 있음
cli-drive-speed-small-requests-decides = ; 작은 요청에서의 드라이브 속도에 달려 있음
cli-earlier-run-drive = , 이 드라이브의 이전 실행에 따름
cli-earlier-runs-drive = , 이 드라이브의 이전 실행 { $count }회에 따름
cli-two-seconds-reading = , 2초 동안 읽어 본 결과에 따름
cli-exactly = 정확히 { $size }
cli-drive-clock-exactly-seed = 드라이브의 시계로 정확히 { $time } (시드 { $seed })
cli-not-estimated-carried-out-simulated-drive = (예상이 아니라 시뮬레이션 드라이브에서 실행해 얻은 값)
cli-ends-early = 일찍 끝남:
cli-cell-cannot-go = 항목 "{ $name }"을(를) 계속할 수 없음: { $state }
cli-first-steps-exactly-simulated-drive-seed = ({ $count }단계 중 앞의 { $done }단계는 시드 { $seed }인 시뮬레이션 드라이브로 정확히 얻음. 나머지는 시뮬레이션이 오래 걸려 예상한 값)
cli-no-time = 0
cli-about-file-system-adds-estimate = { $least }에서 { $most }쯤, 파일 시스템이 더하는 것까지(추정)
cli-most = 최대 { $size }
cli-much-drive-time-estimate = 시간 안에 드라이브가 할 수 있는 만큼: { $low } ~ { $high } (예상)

# open
cli-refused-show-not-bundled-differences = { $path }을(를) 보여 주기를 거부함: 묶인 그대로가 아님 (차이 { $count }개)
cli-ask-file-again-holds-looked-any = 파일을 다시 달라고 할 것. 내용은 아무 ZIP 프로그램으로나 볼 수 있음
cli-bundle-every-hash-right-records-agree = 묶음 { $id }: 모든 해시가 맞고 기록은 앞뒤가 맞음. 누가 측정했는지는 말해 주지 않음
cli-cannot-open = { $path }을(를) 열 수 없음: { $why }
cli-name-file-iogram-bundle-wrote-folder = "iogram bundle"이 쓴 파일이나 그것을 푼 폴더를 지정할 것

# open/verify
cli-made-iogram-another-build-page-not = iogram { $theirs }이(가) 만듦(이것은 { $own } 또는 그 다른 빌드): 페이지를 기록과 비교하지 않았고, 보이는 것은 이 버전이 기록을 두고 하는 말임
cli-missing = { $path }이(가) 없음
cli-not-bundled = { $path }이(가) 있으나 묶인 것이 아님
cli-changed-sha-256-should = { $path }이(가) 바뀜: SHA-256이 { $is }인데 { $should }여야 함
cli-manifest-json-lists-more-once = manifest.json이 { $path }을(를) 여러 번 나열함
cli-manifest-json-says-bytes = manifest.json은 { $path }이(가) { $should }바이트라 하나 { $is }바이트임
cli-contradicts-itself-rest-record = { $path }이(가) 앞뒤가 맞지 않음: { $place }이(가) { $is }인데, 기록의 나머지로는 { $should }임
cli-contradicts-itself-rest-record-most = { $path }이(가) 앞뒤가 맞지 않음: { $place }이(가) { $is }인데, 기록의 나머지로는 많아야 { $should }임
cli-contradicts-itself-rest-record-least = { $path }이(가) 앞뒤가 맞지 않음: { $place }이(가) { $is }인데, 기록의 나머지로는 적어도 { $should }임
cli-contradicts-itself-rest-record-too-few = { $path }이(가) 앞뒤가 맞지 않음: { $place }이(가) { $is }인데, 기록의 나머지에는 그것을 알 만큼 요청이 많지 않음
cli-contradicts-itself-not-cannot-read-rest = { $path }이(가) 앞뒤가 맞지 않음: { $place }이(가) 없거나 읽을 수 없는데, 기록의 나머지로는 { $should }임
cli-contradicts-itself-cannot-read = { $path }이(가) 앞뒤가 맞지 않음: { $place }을(를) 읽을 수 없음
cli-listed-manifest-json-no-bundle-version = { $path }은(는) manifest.json에 있으나 이 버전의 묶음에는 없는 것임: 들여다보지 않음
cli-name-holds-no-hash-compare-quoted = 이름에 해시가 없음: { $id }을(를) 인용된 것과 비교할 것
cli-manifest-json-changed-name-says-another = manifest.json이 바뀜: 이름은 지금의 { $id }이(가) 아닌 다른 묶음을 말함
cli-no-run-path-error = { $path }은(는) 실행이 아님: { $error }
cli-manifest-json-calls-run = manifest.json은 { $path }을(를) 실행 { $is }(이)라 하나 { $should }임
cli-manifest-json-says-serial-numbers-hidden = manifest.json은 일련번호를 숨겼다고 하나 { $path }의 { $place }에 있음
cli-manifest-json-says-another-answer-follows = { $path } 또는 manifest.json의 답이 기록에서 나오는 답과 다름: "{ $is }"인데 "{ $should }"여야 함
cli-pictures-could-not-drawn-not-compared = 그림을 그릴 수 없어 비교하지 않음
cli-not-records-give-says-should-say = { $path }이(가) 기록에서 나오는 것과 다름: "{ $is }"(이)라 하나 "{ $should }"(이)라 해야 함 (SHA-256 { $hash })
cli-no-bundle-these-records = { $path }은(는) 이 기록의 묶음에 없는 것임

# options
cli-store = 저장소
cli-drive-name-destroy-also-names = 드라이브의 이름은 하나인데 --destroy 에 "{ $other }"도 지정되어 있음
cli-give-destroy-once-once-names-drive = --destroy 는 한 번만 쓸 것. --at-once 와 함께 쓸 때는 한 번에 드라이브 하나를 지정함

# outlets
cli-name-file-trace-standard-input = 트레이스 파일의 이름을 대거나, 표준 입력이면 - 를 쓰세요
cli-standard-output = { $hint }. - 는 표준 출력
cli-cannot-name-trace-comes-standard-input = 트레이스의 이름을 정할 수 없습니다: 표준 입력에서 옵니다
cli-name-file-out = --out 으로 파일을 정하세요
cli-name-new-file-log = 로그를 위한 새 파일을 대세요
cli-cannot-write-two-documents-standard-output = 문서 두 개를 표준 출력에 쓸 수 없음: --json - 과 --output-format 은 각각 문서 하나임
cli-write-file-json-file-into-file = 하나는 파일에 쓸 것: --json FILE 또는 --into FILE
cli-refused-use-store-too = { $store }을(를) 쓸 수 없음: 저장소이기도 함
cli-name-another-store-store-use-no = --store 로 다른 저장소를 지정하거나 --no-store 를 쓸 것
cli-cannot-write-page-files-standard-output = 문서와 그 파일들을 표준 출력에 쓸 수 없음
cli-leave-out-out-page-alone-format = --out을 뺄 것: 그러면 문서만 --format(text, markdown, json)대로 표준 출력에 나옴. 또는 FILE.html이나 디렉터리를 지정할 것
cli-cannot-make-report-name-file = { $path }(으)로 보고서를 만들 수 없음: 파일 이름임
cli-name-page-file-html-directory-gets = 페이지 하나면 FILE.html, 아니면 Markdown, 그림, 페이지가 들어갈 디렉터리를 지정할 것

# output
cli-cannot-read-name-text = { $NAME }="{ $text }"을(를) 읽을 수 없음
cli-cannot-write-standard-output-closed = 표준 출력에 쓸 수 없음: 닫혀 있음
cli-open-name-file-instead = 표준 출력을 열거나 - 대신 파일을 지정하세요
cli-cannot-write-standard-output = 표준 출력에 쓸 수 없음: { $error }
cli-disk-full = 디스크가 가득 찼는지 확인할 것

# pictures
cli-cannot-draw-png-iogram-built-without = PNG를 그릴 수 없음: 이 iogram은 PNG 없이 빌드됨
cli-leave-images-png-out-build-cargo = --images png 를 빼거나 다음으로 빌드할 것: cargo build --release --features png
cli-draws-charts = 차트를 그리는 중: { $done }/{ $count }

# places
cli-cannot-find-place-keep-runs-neither = 실행을 저장할 곳을 찾을 수 없음: XDG_DATA_HOME도 HOME도 설정되지 않음
cli-name-file-store-use-no-store = --store 로 파일을 지정하거나 --no-store 를 쓸 것
cli-cannot-hide-serial-numbers-neither-xdg = 일련번호를 숨길 수 없음: XDG_DATA_HOME도 HOME도 없어 솔트를 둘 곳이 없음
cli-set-home-leave-serial = HOME을 설정하거나 --with-serial 로 그대로 둘 것
cli-last-run = 마지막 실행: { $id }
cli-cannot-look-into-store-no-file = 저장소 { $path }을(를) 볼 수 없음: 그런 파일이 없음
cli-measure-something-first-iogram-quick-name = 먼저 측정하거나(iogram quick), --store 로 다른 저장소를 지정할 것

# plan_steps
cli-between-blocks = 블록 사이
cli-nothing-measured-name = { $name }: 측정 없음
cli-1-measurement = { $name }: 측정 1회
cli-measurements = { $name }: 측정 { $count }회
cli-lay-out-filled = 시험 공간 { $size } 마련, 채움
cli-lay-out-allocated = 시험 공간 { $size } 마련, 할당만
cli-lay-out = 시험 공간 { $size } 마련
cli-purge-time-cannot-told = 초기화({ $choice }): 걸릴 시간을 알 수 없음
cli-discard = 폐기 { $region }
cli-probe-time-cannot-told = { $name }: 조사 { $kind }, 걸릴 시간을 알 수 없음
cli-rest-until = 휴식 후 { $goal }까지
cli-round-again-until-x-capacity-written = 라운드: 정상 상태와 관계없이 용량의 { $passes }배를 쓸 때까지 반복, 최대 { $most }회
cli-round-times = 라운드 { $most }회
cli-round-again-until-steady-x-capacity = 라운드: { $cells }이(가) 정상 상태가 되거나 용량의 { $passes }배를 쓸 때까지 반복, 최대 { $most }회
cli-round-again-until-steady-most-times = 라운드: { $cells }이(가) 정상 상태가 될 때까지 반복, 최대 { $most }회
cli-choose-cells-below = { $name } 고르기(항목 { $count }개): { $figure } { $pick }, { $limited } { $limit } 미만
cli-choose-cells = { $name } 고르기(항목 { $count }개): { $figure } { $pick }
cli-mean-latency = 평균 지연 시간
cli-depth-jobs-chosen = 고른 깊이와 작업 수
cli-chosen = 고른 대로
cli-search-needs = { $access }, { $block }, 탐색에 따라
cli-access-block-taken = { $access }, { $block }, { $taken }
cli-depth = { $access }, { $block }, 깊이 { $depth }
cli-depth-jobs = { $access }, { $block }, 깊이 { $depth }, 작업 { $jobs }개
cli-beside = { $load }; 동시에 { $names }
cli-name-load = { $name }: { $load }
cli-not-counted = { $name } (집계 안 함): { $load }

# prepare
cli-class-drive = 드라이브 등급: { $class }
cli-only-io-uring-poll-completions = 완료 폴링은 io_uring만 할 수 있음
cli-leave-poll-out-use-engine-io = --poll 을 빼거나 --engine io_uring 을 쓸 것
cli-hint-compare-many-runs-another-drive = 힌트: 다른 드라이브의 실행 같은 수와 비교하려면: iogram compare { $ids } -- RUN RUN ..
cli-hint-page-all-side-side-charts = 힌트: 모두를 나란히 차트로 보려면: iogram report { $all } -o FOLDER

# progress
cli-writing-once-more-wrote = { $title }이(가) 쓴 것을 한 번 더 씀
cli-iogram-not-run-cell-measured-again = { $name }: iogram이 { $paused } 동안 돌지 못해 항목을 다시 측정함
cli-purged = { $method }(으)로 { $time } 만에 초기화함
cli-stopped-drive-purged-part = 멈춤. 드라이브가 일부만 초기화되었을 수 있음
cli-not-purged = 초기화되지 않음
cli-done = { $name }: { $took } 만에 끝남
cli-name-state = { $name }: { $state }
cli-not-counted-2 = {" "}(집계 안 함)
cli-requests-failed = 요청이 실패함
cli-no-space-left = 남은 공간이 없음
cli-device-gone = 장치가 사라짐
cli-target-takes-no-more-writes = 대상이 더는 쓰기를 받지 않음
cli-request-not-come-back = 요청이 돌아오지 않음
cli-not-supported-here = 여기서는 지원하지 않음
cli-ended-way-version-not-know = 이 버전이 모르는 방식으로 끝남
cli-preparing-first = 처음 { $size } 준비
cli-using-first = 처음 { $size } 사용
cli-writing-test-file = 시험 파일 { $size } 쓰기
cli-making-room = { $size } 공간 마련
cli-discarding = { $region } discard
cli-finding-out = 알아보는 중: { $probe }
cli-resting = { $time } 동안 쉼
cli-resting-until-most = { $time_min } 동안 쉬고, 그다음 { $goal }까지, 최대 { $time_max }
cli-looking-whether-steady = 정상 상태인지 확인
cli-choosing-among-cells = 항목 { $count }개 가운데 { $name } 고르는 중
cli-searching = { $name } 탐색 중
cli-long-drive-needs-purged = 드라이브를 초기화하는 데 걸리는 만큼
cli-depending-drive-speed = { $time }, 드라이브의 속도에 따라
cli-long-drive-needs-purged-time = { $time }, 그리고 드라이브를 초기화하는 데 걸리는 만큼

# publish
cli-wrote-charts = { $path }에 씀(차트 { $count }개)
cli-name-file-file-html-charts-need = 파일 FILE.html을 지정할 것: 차트에 그림 파일이 필요 없음

# push
cli-copied = { $server }에 복사함
cli-warning-why = 경고: { $why }
cli-run-kept-here-next-run-iogram = 실행은 여기에 저장됨. 다음 실행이나 iogram push가 복사함
cli-name-postgres-user-host-database-iogram = { $option } postgres://USER@HOST/DATABASE나 IOGRAM_SERVER로 지정할 것
cli-cannot-copy-store-into-itself = 저장소 { $path }을(를) 그 자신에게 복사할 수 없음
cli-name-two-different-ones = 서로 다른 둘을 지정할 것
cli-run-left-out = 실행 { $id }은(는) 제외함: { $why }
cli-runs-same-command-goes-others = 실행 { $count }개 중 { $done }개가 그곳에 있음. 같은 명령이 나머지를 이어 감
cli-run-being-measured-here-left-out = 실행 { $id }은(는) 이곳에서 측정 중: 제외함
cli-run-being-measured-left-out = 실행 { $id }은(는) 그곳에서 측정 중: 제외함
cli-run-left-out-part-campaign-broken = 실행 { $id }은(는) 제외함: 중단된 캠페인의 일부임. 복사하려면 이름을 적을 것
cli-run-left-out-another-run-same = 실행 { $id }은(는) 제외됨: 그곳의 다른 실행이 캠페인의 같은 부분임
cli-run-left-out-another-run-here = 실행 { $id }은(는) 제외함: 이곳의 다른 실행이 캠페인의 같은 부분임
cli-run-left-more-known = 실행 { $id }은(는) 그곳의 것을 그대로 둠: 더 많은 것이 알려져 있음
cli-run-left-here-more-known = 실행 { $id }은(는) 이곳의 것을 그대로 둠: 더 많은 것이 알려져 있음
cli-run-left-another-run = 실행 { $id }은(는) 그곳의 것을 그대로 둠: 다른 실행임
cli-run-left-here-another-run = 실행 { $id }은(는) 이곳의 것을 그대로 둠: 다른 실행임
cli-run-left-out-damaged = 실행 { $id }은(는) 제외함: 손상됨
cli-being-measured = 측정 중 { $count }
cli-broken-off-campaign = 캠페인에서 중단된 것 { $count }
cli-done-another-run = 다른 실행이 이미 한 것 { $count }
cli-better-known = 그곳에 더 많이 알려진 것 { $count }
cli-better-known-here = 이곳에 더 많이 알려진 것 { $count }
cli-id-another-run = 그곳의 다른 실행과 id가 같은 것 { $count }
cli-id-another-run-here = 이곳의 다른 실행과 id가 같은 것 { $count }
cli-damaged = 손상된 것 { $count }
cli-runs-new-renewed-before = 실행 { $there }개가 { $place }에 있음: 새것 { $new }, 갱신 { $renewed }, 이미 있던 것 { $same }
cli-all-next = { $all }, { $next }
cli-no-runs-copy = { $place }(으)로 복사할 실행이 없음
cli-left-out-copied-left = { $copied }. { $left }개 제외: { $reasons }
cli-cannot-copy-runs-not-understood = 이해할 수 없는 실행 { $count }개를 복사할 수 없음
cli-newer-iogram-made-update-iogram-not = 더 새로운 iogram이 만들었다면 iogram을 업데이트하고, 아니면 저장소의 백업에서 가져올 것
cli-newer-iogram-made-update-iogram-not-push = 더 새로운 iogram이 만들었다면 iogram을 업데이트하고, 아니면 측정한 벤치에서 다시 push할 것
cli-refused-replace-runs-others-ids = 실행 { $count }개를 같은 id의 다른 실행으로 바꾸기를 거부함
cli-look-both-iogram-show-run-store = 둘을 `iogram show RUN --store ..`로 볼 것. 없앨 것이면 하나를 지울 것

# reference
cli-name-run-same-settings-comes-iogram = 같은 설정으로 실행한 { $method } 또는 iogram에 들어 있는 것을 지정할 것: { $names }
cli-cannot-set-scores-relation = 점수를 { $name }과(와) 견줄 수 없음: { $why }
cli-run-other = { $other }의 실행임
cli-no-scores-traces = 트레이스 점수가 없음
cli-made = 그 실행은 { $key }={ $other }, 이 실행은 { $key }={ $value }

# restore
cli-saved-device-every-block-place-nothing = { $image }: 장치에서 저장한 { $size }, 블록마다 제자리에. 되돌린 것은 없고 { $journal }은(는) 그대로 있음
cli-left-run-killed = { $folder }: 강제로 끝난 실행이 남긴 것
cli-nothing-borrowed-no-journal = 빌린 것이 없음: { $directory }에 저널이 없음
cli-removed-left-run-killed = { $folder } 지움: 강제로 끝난 실행이 남긴 것
cli-removed-saving-not-finished-nothing-written = { $path }을(를) 삭제함: 저장이 끝나지 않았고 아무것도 쓰지 않았음
cli-being-written-running-iogram = 실행 중인 iogram이 { $path }에 쓰고 있음
cli-device-right-remove-file = 장치가 지금 상태로 맞으면 파일을 삭제할 것
cli-journal-done = { $journal }: { $done }

# resume
cli-run-goes-where-kept-seed = 이어서 하는 실행은 저장된 곳에서, 원래의 시드로 계속됨

# runs
cli-run-device = { $what }은(는) 실행 { $id }. --device 를 쓰면 { $names }
cli-cannot-find-run-device = 실행이나 장치 "{ $what }"을(를) 찾을 수 없음
cli-iogram-runs-lists-runs-iogram-list = 실행 목록은 "iogram runs", 장치 목록은 "iogram list"
cli-cannot-delete-run-whole-id = 실행 { $run }을(를) 삭제할 수 없음: id 전체는 { $id }
cli-type-whole-id-no-other-run = 다른 실행을 실수로 지우지 않도록 id 전체를 쓸 것
cli-deleted = { $id }을(를) 삭제함

# safety
cli-only-reads = 읽기만 함
cli-nothing-done = 아무것도 하지 않음
cli-destroy-all-type = 모두 지우려면 { $what }을(를) 입력하십시오: { $typed_name }
cli-only-enter = Enter만 누르면: { $without }.
cli-use-destroy = --destroy 를 쓸 것
cli-nothing-recognised = {"  "}알아볼 수 있는 것이 없음

# search_words
cli-search-most-within-limits = { $name } 탐색: { $varied } { $from }~{ $to } 가운데 한도 { $count }개 안의 최대

# serve
cli-cannot-serve-drive-iogram-built-without = 드라이브를 제공할 수 없음: 이 iogram은 FUSE 없이 빌드됨
cli-build-cargo-build-release-features-mount = 제공할 수 있게 빌드할 것: cargo build --release --features mount

# serve/mounted
cli-simulated-seed-until-ctrl-c = { $spec } ({ $title }, { $capacity }), 시드 { $seed }(으)로 시뮬레이션. Ctrl-C까지 { $file }
cli-ctrl-c-once-more-takes-away = Ctrl-C를 한 번 더 누르면 사용 중이어도 치움
cli-connection-kernel-broke = 커널과의 연결이 끊어짐

# serve/recording
cli-thread-writes-trace-ended-early = 트레이스를 쓰는 스레드가 먼저 끝났습니다
cli-requests-recorded-iogram-trace-show = 요청 { $count }개를 기록함: { $path } (iogram trace show { $path })

# signals
cli-stopping-press-ctrl-c-again-quit = 멈추는 중... 바로 끝내려면 Ctrl-C를 다시 누르십시오
cli-cannot-watch-signals = 신호를 지켜볼 수 없음: { $error }

# spans
cli-about = 약 { $time }
cli-up = 최대 { $time }

# standard_input
cli-longer-mib = { $mebibytes } MiB보다 큼

# trace
cli-read-together-files-recording-other-processors = 기록의 다른 프로세서 파일과 함께 읽었습니다(모두 { $count }개)
cli-requests-read-iogram-trace-show = { $time } 동안 요청 { $count }개, { $kind }(으)로 읽음: { $path } (iogram trace show { $path })
cli-no-times-make-again-iogram-trace = 시각이 없는 트레이스입니다. iogram trace run FILE DRIVE --timing as-fast-as-possible 로 재현하세요
cli-requests-stood-behind-later-ones-put = 요청 { $count }개가 나중 요청 뒤에 있어 순서를 바로잡았습니다
cli-requests-other-volumes-left-out = 다른 볼륨의 요청 { $count }개를 뺐습니다
cli-requests-no-answer-source-not-say = 응답이 없고 읽기인지 쓰기인지 알 수 없는 요청 { $count }개를 뺐습니다
cli-requests-no-completion-recording = 기록에 완료가 없는 요청이 { $count }개입니다
cli-lines-could-not-understood-left-out = 이해할 수 없는 { $count }줄을 뺐습니다:
cli-wrong = {"  "}{ $wrong }
cli-cannot-make-trace-again-comes-standard = 표준 입력에서 오는 트레이스는 다시 실행할 수 없음: 여러 번 읽음
cli-write-file-first-iogram-trace-import = 먼저 파일로 쓰세요: iogram trace import - --out FILE
cli-said-twice = { $name }(을)를 두 번 말함
cli-leave-set-out = --set { $name }=..을 빼세요
cli-name-trace-iogram-wrote = iogram이 쓴 트레이스를 대세요
cli-wrong-why-wrong-why = { $wrong } ({ $why })
cli-cannot-import = { $path }을(를) 가져올 수 없습니다: { $wrong }
cli-cannot-record-asked = { $path }에 요청되는 것을 기록할 수 없음: { $wrong }
cli-cannot-read-path-wrong = { $path }을(를) 읽을 수 없습니다: { $wrong }

# trace/record
cli-nothing-asked-meanwhile = 그동안 { $device }에 아무 요청도 없었음
cli-stays-memory-asks-nothing-drive-end = 메모리에 남은 것은 드라이브에 아무것도 요청하지 않습니다: 명령 끝에 sync를 붙이세요

# tune
cli-everything-stays-until-iogram-tune-restore = iogram tune --restore 까지 그대로 유지됨
cli-idle-states-most-10-us-wake = 유휴 상태: 실행하는 동안 깨어나는 데 최대 10 us (/dev/cpu_dma_latency)
cli-nothing-changed-run-keep = 바꾼 것 없음. --for-this-run 이나 --keep 으로 바꿈
cli-instead = { $what }: { $before } 대신 { $during } ({ $place })
cli-warning-not-set = 경고: 설정하지 못함: { $why }
cli-warning-not-put-back = 경고: 되돌리지 못함: { $why }
cli-set-until-ctrl-c = Ctrl-C까지 설정됨
cli-put-back = 되돌림
cli-nothing-changed = 바뀐 것이 없음
cli-cannot-put-back-everything = 모두 되돌릴 수 없음: { $failures }
cli-restart-computer = 컴퓨터를 다시 시작하면 되돌아옴
cli-everything-put-back = 모두 되돌림

# uses
cli-mean-uses = 혹시 "{ $near }"? 용도: { $all }
cli-uses = 용도: { $all }
cli-no-use-rules = 규칙에 용도 "{ $id }"이(가) 없음

# verify
cli-no-files-remove-cleanup-goes-free = 삭제할 파일이 없음: --cleanup 은 --free 나 --read 와 함께 씀
cli-leave-cleanup-out = --cleanup 을 뺄 것
cli-hint-earlier-pass-over-device-broken = 힌트: 이 장치에 대한 이전 시험이 끊겨 있음. { $how }

# verify_files
cli-h2w-written = { $number }.h2w: { $size } 씀, { $time }, { $rate }
cli-files-stay-read-checks-read-cleanup = 파일은 남음. --read 로 확인하고 --read --cleanup 으로 삭제함
cli-cannot-check-files-not-directory = { $name }에 있는 파일을 확인할 수 없음: 디렉터리가 아님
cli-name-directory-mounted-file-system = 마운트된 파일 시스템의 디렉터리를 지정할 것
cli-cannot-write-no-space-left = { $directory }에 쓸 수 없음: 남은 공간이 없음
cli-free-some-space = 공간을 마련할 것
cli-h2w-read = { $number }.h2w: { $size } 읽음, { $time }, { $rate }
cli-sectors-wrong = { $done }, 잘못된 섹터 { $lost }개
cli-no-csv-checked-files = 확인한 파일은 CSV로 나타낼 수 없음
cli-use-format-json-text = --format json 이나 text 를 쓸 것

# exclude
cli-refused-change-run-process-measures-since = 실행 { $run_id }의 변경을(를) 거부함: 프로세스 { $process }이(가) { $since }부터 측정 중

# import
cli-refused-replace-run-process-measures-since = 실행 { $run_id }의 바꿔 쓰기을(를) 거부함: 프로세스 { $process }이(가) { $since }부터 측정 중

# runs
cli-refused-delete-run-process-measures-since = 실행 { $run_id }의 삭제을(를) 거부함: 프로세스 { $process }이(가) { $since }부터 측정 중

# progress
cli-flushes = 플러시

# boot
cli-interrupted = 중단됨

# compare
cli-yesterday = 어제

# methods
cli-stopped = 멈춤

# plan_steps
cli-rest = 휴식
cli-highest = 최고
cli-lowest = 최저
cli-middle = 중간
cli-iops = IOPS
cli-throughput = 처리량
cli-seq = 순차
cli-random = 랜덤
cli-permutation = 순열
cli-time = 정한 시간
cli-cool = 식을 때
cli-idle = 유휴 상태
cli-cool-idle = 식고 유휴 상태가 될 때

# progress
cli-purging = 초기화

# search_words
cli-jobs = 작업 수
cli-depth-2 = 깊이

# bundle
cli-target = 대상
cli-drive = 드라이브
cli-computer = 컴퓨터
cli-notes = 메모
cli-bundled = 묶을 것임

# report
cli-reported = 보고할 것임

# open
cli-opened = 열 것임

# outlets
cli-where-truth-goes-2 = 실제 상태를 쓸 곳임
cli-file-read-2 = 읽을 파일임
cli-job-file-2 = 작업 파일임
cli-where-log-goes-2 = 로그를 쓸 곳임
cli-method-file-2 = 방법 파일임
cli-log-2 = 로그임
cli-trace-2 = 트레이스임
cli-measured-3 = 측정할 것임
cli-iogram-itself-2 = iogram 자신임
cli-store-3 = 저장소의 것임
cli-store-4 = 저장소임
cli-among-saved-blocks-2 = 보관된 블록 가운데 하나임

# methods
cli-answers = 질문:
cli-source = 출처:
cli-media = 매체:
cli-writes = 쓰기:
cli-verdict = 판정:
cli-time-2 = 시간:
cli-reads = 읽기:
cli-needs = 필요:
cli-warning-2 = 경고:
cli-destroys = 지워지는 것:
cli-endurance = 수명:

# output
cli-cannot-write-language = "{ $tag }" 언어로는 쓸 수 없음
cli-use-names = 다음 가운데 하나를 쓸 것: { $names }

# progress
cli-completed = 완료

# progress
cli-read = 읽기
cli-write = 쓰기
cli-discard-2 = 폐기

# 그 밖
cli-method-file = 방법 파일
cli-file-result = 결과 파일
cli-standard-output-2 = - 는 표준 출력
cli-leave-out-no-store-seed = --no-store 와 --seed 를 뺄 것
cli-discard-100 = --discard 100%
cli-access-random-read-50 = --access random --read 50%
cli-access-seq-read-50 = --access seq --read 50%
cli-access-random-read-0 = --access random --read 0%
cli-access-random-read-100 = --access random --read 100%
cli-access-seq-read-0 = --access seq --read 0%
cli-access-seq-read-100 = --access seq --read 100%
cli-json-file = --json FILE
cli-data-compress-50 = --data compress=50%
cli-data-zeros = --data zeros
cli-seed-n = --seed N
cli-repeat-n = --repeat N
cli-sync-end = --sync end
cli-count-n = --count N
cli-jobs-n = --jobs N
cli-depth-n = --depth N
cli-running = 실행 중
cli-failed-2 = 실패
cli-cancelled = 취소됨
cli-nobody-left-out = 뺀 적이 없음
cli-counts-again = 다시 집계함
cli-no-figure-any-more = 더는 수치에 들어가지 않음
cli-left-out-already = 이미 빠져 있음
cli-method-not-count = 방법이 집계하지 않는 것임
cli-class = 등급:
cli-cannot-push-runs-no-server-named = 실행을 보낼 수 없음: 서버가 지정되지 않음
cli-cannot-pull-runs-no-server-named = 실행을 가져올 수 없음: 서버가 지정되지 않음
cli-computer-still-set-run-iogram-tune = 컴퓨터가 아직 실행에 맞게 설정되어 있음: iogram tune --restore
cli-borrowed-not-put-back-yet-iogram =
    빌린 것을 아직 되돌리지 않음: iogram restore
    컴퓨터가 아직 실행에 맞게 설정되어 있음: iogram tune --restore
cli-borrowed-not-put-back-yet-iogram-restore = 빌린 것을 아직 되돌리지 않음: iogram restore
cli-cannot-diagnose-file = { $name }을(를) 진단할 수 없음: 파일임
cli-name-folder-file-drive = 그 파일이 든 폴더나 드라이브를 지정할 것

# restore
cli-journal-first-blocks = { $drive }의 처음 { $size }, { $place }, { $state }
cli-journal-not-connected = 연결되지 않음
cli-journal-not-restored = 복원되지 않음
cli-journal-restore-newer-first = 먼저 { $newer } 복원 필요
cli-journal-being-written = 아직 쓰는 중
cli-journal-unfinished = 완료되지 않음, 장치에는 쓰지 않았음
cli-journal-unknown = 알 수 없음
