# file
campaign-file-toml-see-docs-campaigns-md = 파일은 TOML이어야 함: docs/campaigns.md 참고
campaign-begin-campaign-name-see-docs-campaigns = [campaign]과 name = ".."으로 시작할 것: docs/campaigns.md 참고
campaign-file-no-table-campaign = 파일에 [campaign] 표가 없음
campaign-file-names-no-method = 파일에 방법이 없음
campaign-add-method-id-quick = [[method]]와 id = "quick"을 추가할 것
campaign-file-names-no-drive = 파일에 드라이브가 없음
campaign-add-drive-serial = [[drive]]와 serial = ".."을 추가할 것
campaign-write-name-letters-digits-64-most = name = ".."을 글자, 숫자, - _ . 으로 쓸 것(64자 이하)
campaign-campaign-no-name = 캠페인에 이름이 없음
campaign-cannot-campaign-name = "{ $name }"은(는) 캠페인 이름이 될 수 없음
campaign-server-address-blank-quote = 서버 주소에 빈칸이나 따옴표가 있음
campaign-write-postgres-user-host-database = postgres://USER@HOST/DATABASE 형태로 쓸 것
campaign-no-name-computer = "{ $host }"은(는) 컴퓨터 이름이 아님
campaign-write-ssh-takes-lab1-eva-lab1 = ssh가 받는 대로 쓸 것: lab1 또는 eva@lab1
campaign-write-id-quick-file-own-toml = id = "quick" 또는 file = "own.toml"을 쓸 것
campaign-method-needs-id-file-not-both = 방법에는 id나 file 중 하나만 필요함
campaign-method-no-parameter = 방법 { $method }에 매개변수 "{ $name }"이(가) 없음
campaign-type = { $name }의 형식이 { $found }임
campaign-write-value-list-values = 값이나 값의 목록을 쓸 것
campaign-drive-chosen-serial-model-label-any = 드라이브는 serial, model, label, any, target 중 하나로 고름
campaign-write-serial-model-label-any-true = serial = "..", model = "..", label = "..", any = true, target = "sim:.." 중 하나를 쓸 것
campaign-any-only-true = "any"는 true만 될 수 있음
campaign-write-any-true = any = true라고 쓸 것
campaign-empty = "{ $key }"이(가) 비어 있음
campaign-write-called = 이름을 쓸 것
campaign-only-simulated-drive-seeds = 가상 드라이브에만 시드가 있음
campaign-leave-seeds-out-write-target-sim = seeds를 빼거나 target = "sim:NAME"을 쓸 것
campaign-write-list-1-2-3-range = [1, 2, 3] 같은 목록이나 "1-1000" 같은 범위를 쓸 것
campaign-seeds-no-seeds = "seeds"가 시드가 아님
campaign-no-word-slurm-takes = "{ $key }"은(는) Slurm이 받는 값이 아님
campaign-write-sbatch-takes-without-blanks = sbatch가 받는 대로 빈칸 없이 쓸 것
campaign-no-option-sbatch = "{ $option }"은(는) sbatch의 옵션이 아님
campaign-write-options-partition-bench-time-8 = options = ["--partition=bench", "--time=8:00:00"]처럼 쓸 것

# plan
campaign-no-drive-catalogue-called = 카탈로그에 "{ $label }"이라는 드라이브가 없음
campaign-iogram-drive-list-shows-names-drive = iogram drive list가 이름을 보여 줌. 드라이브에 일련 번호가 있어야 함
campaign-no-attached-drive-serial-number = 일련 번호가 있는 연결된 드라이브 중 "{ $model }"이(가) 없음
campaign-no-attached-drive-serial-number-free = 일련 번호가 있고 쓰이지 않는 연결된 드라이브가 없음
campaign-iogram-list-shows-drives-computer-other = iogram list가 컴퓨터의 드라이브를 보여 줌. 다른 컴퓨터는 hosts = [..]에 적혀 있으면 살펴봄
campaign-several-drives-serial-number = 여러 드라이브의 일련 번호가 { $serial }임: { $list }
campaign-cheap-sticks-share-serial-numbers-name = 값싼 스틱은 일련 번호가 같기도 함: 옆에 host = ".."로 어느 것인지 적을 것

# table
campaign-unknown-key = { $name }에 알 수 없는 키 "{ $word }"
campaign-write = { $expected }(으)로 쓸 것
campaign-whole-number = 정수
campaign-out-range = "{ $key }"이(가) 범위를 벗어남
campaign-write-whole-number = { $min }부터 { $max }까지의 정수를 쓸 것
campaign-cannot = { $name }은(는) "{ $found }"일 수 없음
campaign-what-names = { $what }: { $names }
campaign-mean = 혹시 "{ $near }"? { $all }

# table
campaign-parameters = 매개변수

# 그 밖
campaign-text-quotes = 따옴표로 묶은 글
campaign-true-false = true 또는 false
campaign-list-texts-quotes = 따옴표로 묶은 글의 목록
campaign-table = 표
campaign-tables = 표: [[..]]
campaign-known-keys = 알려진 키
campaign-accepted = 받아들이는 것
