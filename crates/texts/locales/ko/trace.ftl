# error
trace-file-cannot-read = 파일을 읽을 수 없습니다
trace-file-no-readable-parquet = 읽을 수 있는 Parquet 파일이 아닙니다
trace-file-holds-no-trace = 트레이스가 든 파일이 아닙니다
trace-request-trace-impossible = 트레이스의 요청 { $number }은(는) 있을 수 없습니다: { $why }
trace-looks-like-no-trace-format-iogram = iogram이 아는 트레이스 형식이 아닙니다
trace-trace-several-formats = 여러 형식의 트레이스일 수 있습니다: { $kinds }
trace-line-cannot-understood = { $number }번째 줄을 이해할 수 없습니다({ $why }): { $text }
trace-trace-several-volumes-line = 볼륨이 여럿인 트레이스입니다: { $first }, 그리고 { $number }번째 줄부터 { $other }
trace-time-goes-back-s-line = { $number }번째 줄에서 시간이 { $seconds } s 되돌아갑니다
trace-no-request = 요청이 없습니다
trace-no-request-only-other-events = 요청은 없고 다른 이벤트만 { $count }개 있습니다
trace-make-trace-anew-copy-again = 트레이스를 다시 만들거나 다시 복사하세요
trace-name-file-iogram-trace-import-iogram = `iogram trace import`나 `iogram sim serve --trace`가 쓴 파일을 대세요
trace-say-blktrace-blkparse-ftrace-fio-msr = --as 로 형식을 정하세요: blktrace, blkparse, ftrace, fio, msr, alibaba, tencent, fiu, systor, spc, jedec, csv
trace-correct-line-leave-lines-out-counted = 그 줄을 고치거나, --skip-wrong 으로 그런 줄을 빼고 세게 하세요
trace-take-volume = --volume 으로 하나를 고르세요
trace-sort-lines-time-import-parts = 줄을 시간순으로 정렬하거나 부분마다 따로 가져오세요
trace-check-right-file = 맞는 파일인지 확인하세요
trace-take-requests-queued-events-queued = --events queued 로 대기열에 들어온 때의 요청을 가져오세요

# import/blkparse
trace-line-cut-off = 줄이 잘려 있음
trace-not-begin-device-8-0 = 8,0 같은 장치로 시작하지 않음

# import/blktrace
trace-record-cut-off = 기록이 잘려 있음
trace-record-not-begin-magic-number = 기록이 매직 넘버로 시작하지 않음
trace-record-another-version-7 = 기록의 버전이 7이 아님

# import/csv
trace-another-number-columns-heading = 열의 수가 표제와 다름
trace-kind-none-read-write-flush-discard = 종류가 read, write, flush, discard 가운데 어느 것도 아님
trace-fua-neither-true-nor-false = is_fua가 true도 false도 아님
trace-heading-lacks-issued-ns-kind-offset = 표제에 issued_ns, kind, offset_bytes, length_bytes 가운데 빠진 것이 있음
trace-heading-column-not-known = 표제에 모르는 열이 있음

# import/fio
trace-not-begin-fio-version-2-iolog = "fio version 2 iolog"나 3으로 시작하지 않음
trace-action-none-fio = fio에 없는 동작

# import/flow
trace-request-4-gib-more = 4 GiB 이상의 요청

# import/jedec
trace-too-many-columns = 열이 너무 많음

# import/line
trace-time-beyond-584-years = 584년이 넘는 시간
trace-whole-number-missing = 정수가 없음
trace-address-above-2-64-bytes = 2^64 바이트가 넘는 주소
trace-time-seconds-missing = 초 단위 시간이 없음

# import/public
trace-too-few-columns = 열이 모자람
trace-neither-read-nor-write = 읽기도 쓰기도 아님

# reader
trace-time-goes-back = 시간이 되돌아감

# request
trace-request-0-bytes = 0바이트 요청

# writer
trace-number-above-2-63-1 = 2^63 - 1보다 큰 수

# 그 밖
trace-kernel-lost-events-here-because-buffer = 버퍼가 가득 차서 커널이 여기서 이벤트를 잃음
trace-event-names-no-device-8-0 = 이벤트에 8,0 같은 장치가 없음
trace-neither-write-nor-trim-nor-flush = 쓰기도 트림도 플러시도 아님
trace-names-no-event = 이벤트 이름이 없음
