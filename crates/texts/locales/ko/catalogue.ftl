# drives
catalogue-iogram-drive-export-writes-file-works = iogram drive export가 올바른 파일을 씀
catalogue-format-not = 형식이 { $wanted }이(가) 아니라 "{ $list }"
catalogue-drive = 드라이브 "{ $id }": { $message }
catalogue-id-not-made-lowercase-letters-digits = id는 영어 소문자, 숫자, - 로만 되어야 함
catalogue-no-name = 이름이 없음
catalogue-no-mark = "{ $mark }" 등급은 없음
catalogue-not-above-zero = { $value }은(는) 0보다 크지 않음
catalogue-published-figure-no-source = 공개된 수치에 출처가 없음

# rules
catalogue-iogram-advise-print-rules-prints-file = iogram advise --print-rules 가 올바른 파일을 출력함
catalogue-no-use = [[use]]가 없음
catalogue-use-twice = 용도 "{ $name }"이(가) 두 번 있음
catalogue-give-another-name = 하나의 이름을 바꿀 것
catalogue-name-least-figure-order-sync-write = 수치를 하나 이상 적을 것. 예: order = ["sync-write.iops"]
catalogue-nothing-orders-drives = 드라이브의 순서를 정하는 것이 없음
catalogue-not-share = "{ $written }": 비율이 아님
catalogue-write-10 = 10% 처럼 쓰십시오
catalogue-empty = 비어 있음
catalogue-write = 무엇을 위한 것인지 적을 것
catalogue-demand-needs-limit = 요구 "{ $name }"에 한도가 하나 필요함
catalogue-write-either-least-30mb-s-below = at_least = "30MB/s" 또는 below = "10ms" 가운데 하나를 쓸 것
catalogue-write-work-figure-random-read-4k = WORK.FIGURE 로 쓸 것. 예: random-read-4k.iops
catalogue-not-figure-kind-work = "{ $name }"은(는) 작업 종류의 수치가 아님
catalogue-not-rate = "{ $limit }"은(는) 속도가 아님
catalogue-write-30mb-s = 30MB/s 처럼 쓸 것
catalogue-not-number-requests-per-second = "{ $limit }"은(는) 초당 요청 수가 아님
catalogue-write-1500-iops = 1500 IOPS 처럼 쓸 것
