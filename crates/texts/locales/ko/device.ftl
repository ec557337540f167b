# block_device
device-cannot-open = { $path }: 열기 실패
device-cannot-open-writing = { $path }: 쓰기용으로 열기 실패
device-instead = { $identity } 대신 { $found }
device-cannot-ask-zones = { $path }: 존 정보 조회 실패
device-cannot-read-logical-block-size = { $path }: 논리 블록 크기 읽기 실패

# borrow
device-less-block = { $size }은(는) 블록 하나보다 작음
device-borrow-more = 더 많이 빌릴 것
device-cannot-borrow = { $path }: 빌리기 실패: { $why }
device-interrupted = 중단됨
device-nothing-written = 아무것도 쓰지 않음
device-cannot-read = { $path }: 읽기 실패
device-borrowed-after-crash-data-could-not = 빌린 것이라, 비정상 종료 뒤에 이런 데이터는 남의 데이터와 구별할 수 없음
device-use-data-zeros-data-compress-95 = data=zeros, 또는 최대 data=compress=95% 를 쓸 것
device-cannot-put-back = { $path }: 되돌림 실패: { $why }
device-requests-still-under-way-could-arrive = 장치에 낸 요청이 아직 진행 중이라 나중에 닿을 수 있음
device-unplug-plug-again-restart-iogram-restore = 뽑았다가 다시 꽂거나 컴퓨터를 다시 시작한 다음: iogram restore { $journal }

# borrow_places
device-beginning-borrowed-first = 앞부분을 먼저 빌려야 함
device-returns-something-else-byte-written = 바이트 { $offset }에서 쓴 것과 다른 것이 읽힘
device-drive-bad-blocks-stay = 드라이브가 불량임. 블록은 { $path }에 남음

# claim
device-cannot-look = { $path }: 살펴보기 실패
device-not-block-device-kernel-knows = 커널이 아는 블록 장치가 아님
device-lsblk-lists-devices = 있는 장치는 lsblk로 볼 수 있음
device-device-instead = 장치 { $number } 대신 { $found }
device-cannot-identify = { $path }: 식별 실패
device-instead-found-seen = { $seen } 대신 { $found }

# direct
device-cannot-get-memory = { $path }: 메모리 확보 실패
device-cannot-write = { $path }: 쓰기 실패

# error
device-use-size-most-free-space = 크기를 { $largest } 이하로 하거나 공간을 마련할 것
device-free-some-space-name-another-directory = 공간을 마련하거나 다른 디렉터리를 지정할 것
device-cannot-measure = { $name }을(를) 측정할 수 없음: { $why }
device-cannot-make-test-file-free-stay = { $directory }에 { $size } 시험 파일을 만들 수 없음: { $free } 남아 있고, 그중 { $margin }은(는) 비워 두어야 함
device-raise-limit-ulimit-n-1024 = 한도를 올릴 것: ulimit -n 1024
device-system-forbids-even-root-look-lsattr = root에게도 허락되지 않음: lsattr(immutable), 마운트 옵션, 컨테이너나 보안 모듈의 제한을 볼 것
device-run-root-add-yourself-group-disk = root로 실행하거나 disk 그룹에 들어갈 것
device-name-place-read-write-run-root = 읽고 쓸 수 있는 곳을 지정하거나 root로 실행할 것
device-see-uses-lsblk-fuser-v = 누가 쓰는지 볼 것: lsblk { $path }; fuser -v { $path }
device-name-place-file-system-written = 쓸 수 있는 파일 시스템의 위치를 지정할 것
device-wrong-why = { $wrong }: { $why }

# image
device-cannot-use-image = { $path }: 이미지로 사용 실패: { $why }
device-no-regular-file = 일반 파일이 아님
device-name-file-holds-image = 이미지가 든 파일을 지정할 것
device-empty = 비어 있음
device-name-another-file = 다른 파일을 지정할 것
device-packed-packed-written = 압축되어 있고({ $kind }), 압축된 채로 쓰이게 됨
device-unpack-first = 먼저 압축을 풀 것: { $command } { $path }

# jobs/path
device-set-up-io-uring-without-no = 트레이스를 다시 실행하는 데 꼭 필요한 io_uring 준비
device-set-up-io-uring-without-written = io_uring을 준비(없으면 큐 깊이 1보다 깊을 때 쓴 것을 사이사이 읽지 못함)
device-set-up-io-uring-without-no-pauses = io_uring을 준비(없으면 큐 깊이 1보다 깊게 쉬지 못함)

# journal
device-cannot-use-saved-blocks = { $path }: 보관된 블록 사용 실패: { $why }
device-device-right-remove-file = 장치가 지금 상태로 맞으면 파일을 삭제할 것
device-ends-within-head = 머리 부분 안에서 끝남
device-not-begin-saved-blocks = 보관된 블록처럼 시작하지 않음
device-not-length-head-says = 길이가 머리 부분에 적힌 것과 다름
device-checksum-wrong = 체크섬이 틀림
device-cannot-write-path = { $path }: 쓰기 실패
device-block-byte-not-saved = 바이트 { $start }의 블록이 저장할 때와 다름
device-names-device-not-fit-into-head = 장치의 이름이 머리 부분에 들어가지 않음
device-cannot-make = { $path }: 만들기 실패
device-too-many = 너무 많음
device-cannot-make-durable = { $path }: 영구 저장 실패

# journal_place
device-symbolic-link = 심볼릭 링크임
device-belongs-user-number = 번호 { $owner } 사용자의 것임
device-others-write = 다른 사람이 쓸 수 있음
device-more-name-hard-links = 이름이 둘 이상임(하드 링크)
device-directory-belongs-user-number = 디렉터리 { $shown }은(는) 번호 { $owner } 사용자의 것임
device-others-write-directory = 디렉터리 { $shown }에 다른 사람이 쓸 수 있음
device-lies-memory-not-survive-power-cut = { $shown }은(는) 메모리에 있어서 정전 때 사라짐
device-drive-lies-cannot-told = { $shown }({ $kind })이(가) 어느 드라이브에 있는지 알 수 없음
device-lies-same-drive = { $shown }은(는) 같은 드라이브에 있음
device-cannot-save-blocks = { $path }: 블록 보관 실패: { $why }
device-free-needed = { $wanted }이(가) 필요한데 { $free } 남아 있음
device-free-space-borrow-less-borrow-size = 공간을 마련하거나, 덜 빌리거나(--borrow=SIZE), --borrow-journal DIR 로 다른 디렉터리를 지정할 것

# journals
device-cannot-remove = { $path }: 삭제 실패: { $why }
device-not-unfinished-file-saved-blocks = 끝나지 않은 보관 블록 파일이 아님

# linux/holds/hold
device-logical-volume-group = { $group } 그룹의 논리 볼륨
device-encrypted-volume = 암호화 볼륨 { $name }
device-mapping = 매핑 { $name }
device-raid-array = RAID 배열
device-bcache-device = bcache 장치
device-another-device = 다른 장치
device-mounted = { $device }이(가) { $mount_point }에 마운트됨
device-mounted-process = { $device }이(가) 프로세스 { $process }의 { $at }에 마운트됨
device-belongs-file-system-use = { $device }은(는) 사용 중인 { $kind } 파일 시스템 { $uuid }의 일부
device-use-swap = { $device }이(가) 스왑으로 쓰임
device-built = { $device } 위에 { $holder }({ $mapping })이(가) 있음
device-partition = { $whole }의 파티션
device-uses-file = { $user }이(가) { $device }을(를) 파일로 씀
device-data-lie-drive = 데이터가 드라이브 { $drive }에 있음
device-same-file = { $other }의 파일도 { $file }
device-holds-needed = { $needed }이(가) 있음
device-marked-part-something-larger-recognised-byte = { $device }에 더 큰 것의 일부라는 표시가 있음: { $kind } (바이트 { $offset })
device-process-open-writing = 프로세스 { $process }이(가) { $device }을(를) 쓰기용으로 열어 둠
device-process-mapped-into-memory-writing = 프로세스 { $process }이(가) { $device }을(를) 쓰기용으로 메모리에 매핑함
device-process-lock = 프로세스 { $process }이(가) { $file }을(를) 잠금
device-process-lock-file = 어떤 프로세스가 { $file }을(를) 잠금
device-open-writing-kernel-process-not-seen = 커널이나 보이지 않는 프로세스가 { $file }을(를) 쓰기용으로 열어 둠
device-mounted-file-mount-point = { $file }이(가) { $mount_point }에 마운트됨
device-kernel-serves-others = 커널이 { $device }을(를) 바깥에 제공함({ $by })
device-whether-anybody-uses-cannot-seen = 누가 쓰는지 볼 수 없음: { $why }
device-read-only = 읽기 전용
device-no-capacity = 용량이 없음
device-borrowed-not-put-back-blocks = 빌린 뒤 되돌리지 않음. 블록은 { $journal }에 있음
device-something-open-exclusively = 무언가가 독점해서 열어 둠
device-start-system-another-drive = 다른 드라이브로 시스템을 시작할 것
device-umount = umount { $mount_point }
device-nsenter-t-m-umount = nsenter -t { $process } -m umount { $mount_point }
device-unmount-file-system = { $kind } 파일 시스템을 마운트 해제할 것
device-swapoff-dev = swapoff /dev/{ $device }
device-name-whole-device-dev = 장치 전체 /dev/{ $whole }을(를) 지정할 것
device-losetup-d-dev = losetup -d /dev/{ $user }
device-name-loop-device-over-file = 파일로 만든 loop 장치를 지정할 것
device-losetup-d-dev-other = losetup -d /dev/{ $other }
device-end-process = 프로세스 { $process }을(를) 끝낼 것
device-see-uses-lslocks-fuser-v-losetup = 누가 쓰는지 볼 것: lslocks, fuser -v '{ $file }', losetup
device-take-out = { $by }에서 뺄 것
device-run-iogram-root-outside-containers-look = 컨테이너 바깥에서 root로 iogram을 실행하거나, 바깥에서 쓰는 것이 없음을 확인하고 알릴 것: --unused-outside { $typed }
device-blockdev-setrw-dev-move-card-write = blockdev --setrw /dev/{ $name }, 또는 카드의 쓰기 방지 스위치를 옮길 것
device-losetup-dev-file = losetup /dev/{ $name } FILE
device-zramctl-size-1g-dev = zramctl --size 1G /dev/{ $name }
device-put-card-into-reader = 리더기에 카드를 넣을 것
device-iogram-restore = iogram restore { $journal }
device-iogram-restore-file-lost-dd-dev = iogram restore { $journal }. 그 파일이 없어졌으면: dd if=/dev/zero of=/dev/{ $name } bs=72K count=1 conv=fsync
device-see-uses-fuser-v-dev = 누가 쓰는지 볼 것: fuser -v /dev/{ $name }
device-vgchange = vgchange -an { $group }
device-cryptsetup-close = cryptsetup close { $name }
device-dmsetup-remove = dmsetup remove { $name }
device-mdadm-stop-dev = mdadm --stop /dev/{ $holder }
device-echo-1-sys-block-bcache-stop = echo 1 > /sys/block/{ $holder }/bcache/stop
device-release = { $holder }을(를) 해제할 것
device-nothing-needed = 필요한 것이 없으면 { $command }

# linux/identify
device-not-block-device = 블록 장치가 아님

# linux/mounted
device-cannot-find = { $path }: 찾기 실패
device-program-why = { $program }: { $why }
device-drive-gone-choose-another-file-system = 드라이브에 있던 것은 없어짐; 다른 파일 시스템이나 더 큰 드라이브를 고를 것
device-new-cannot-mounted = 새 { $kind }을(를) 마운트할 수 없음: { $why }
device-cannot-make-file-system = { $path }: 파일 시스템 만들기 실패: { $why }
device-not-installed = { $program }이(가) 설치되어 있지 않음
device-install-apt-get-install = 설치할 것: apt-get install { $package }
device-takes-least = { $size }뿐인데 { $kind }에는 적어도 { $needed }이(가) 필요함
device-choose-another-file-system-larger-drive = 다른 파일 시스템이나 더 큰 드라이브를 고를 것
device-no-mount-own = 자기만의 마운트를 얻을 수 없음: { $why }
device-mounting-root-mount-yourself-name-directory = 마운트는 root가 함; 또는 직접 마운트하고 디렉터리를 지정할 것
device-no-mnt = /mnt가 없음
device-make-directory-mnt = 디렉터리 /mnt를 만들 것
device-cannot-lock = { $path }: 잠그기 실패
device-another-program-holds-lock = 다른 프로그램이 잠금을 쥐고 있음
device-path-leads-elsewhere = 경로가 다른 곳을 가리킴
device-kernel-no = 이 커널에는 { $kind }이(가) 없음
device-choose-another-file-system-kernel = 다른 파일 시스템이나, 그것이 있는 커널을 고를 것
device-user-not-mount = 이 사용자는 마운트할 수 없음
device-run-root-mount-yourself-name-directory = root로 실행하거나, 직접 마운트하고 디렉터리를 지정할 것

# linux/namespace
device-not-say = 무엇인지 알려 주지 않음({ $error })
device-not-say-how-blocks-formatted = 블록이 어떤 형식인지 알려 주지 않음
device-shows-another-namespace = { $device }은(는) 다른 네임스페이스를 보여 줌
device-blocks-carry-metadata-not-read-way = 블록에 메타데이터가 딸려 있으나 이 방식으로는 읽지 않음
device-kernel-passes-no-commands-through-io = 커널이 io_uring으로 명령을 넘기지 않음({ $error })

# linux/needed
device-root-file-system = 루트 파일 시스템
device-iogram-itself = iogram 자체
device-working-directory = 현재 디렉터리
device-what-path = { $what } ({ $path })
device-run-copy-iogram-another-drive = 다른 드라이브에 있는 iogram을 실행할 것
device-change-directory-another-drive = 다른 드라이브의 디렉터리로 옮길 것
device-move-another-drive = { $path }을(를) 다른 드라이브로 옮길 것

# linux/seats
device-cannot-submit-processor-not-not-process = 프로세서 { $cpu }에서 제출할 수 없음: 없거나 이 프로세스에 허락되지 않음
device-choose = 다음에서 고를 것: { $list }
device-cannot-choose-processors-near = { $name }에 가까운 프로세서를 고를 수 없음: { $why }
device-name-cpus = 직접 지정할 것. 예: --cpus { $list }
device-kernel-not-say = 커널이 어느 것인지 알려 주지 않음

# linux/tracefs
device-cannot-record-asked = { $path }: 요청되는 것을 기록 실패: { $why }
device-name-block-device-simulated-records-itself = 블록 장치를 대세요. 시뮬레이션 드라이브는 스스로 기록합니다: iogram sim serve --trace
device-no-block-device = 블록 장치가 아님
device-partition-kernel-tells-whole-drives = 파티션인데, 커널은 드라이브 전체를 알려 줌
device-name-dev = /dev/{ $whole }(을)를 대세요
device-tracing-files-root = 커널의 추적 파일은 root의 것임
device-use-sudo = sudo를 쓰세요
device-kernel-tracing-files-not = 커널의 추적 파일이 없음
device-mount-sudo-mount-t-tracefs-tracefs = 마운트하세요: sudo mount -t tracefs tracefs /sys/kernel/tracing

# linux/tune
device-instead-what-during = { $what }: { $before } 대신 { $during } ({ $place })
device-stopped = { $name }: 멈춤
device-write-cache-instead-off = { $drive }의 쓰기 캐시: 꺼짐 대신 켜짐
device-write-cache-off-instead = { $drive }의 쓰기 캐시: 켜짐 대신 꺼짐
device-place-why = { $place }: { $why }
device-now-somebody-else-set = 지금은 { $now }이고, 다른 누군가가 설정한 것임
device-no-longer = 더 이상 존재하지 않음
device-drive-no-longer = 드라이브가 더 이상 없음
device-drive-not-say-whether = 드라이브가 켜져 있는지 알려 주지 않음
device-not-permitted-root-firmware-container-forbid = 허용되지 않음(root는 가능. 펌웨어나 컨테이너가 금지할 수 있음)
device-kernel-keeps = 커널이 { $now }을(를) 유지함
device-switch-write-cache = 쓰기 캐시 켜기
device-switch-off-write-cache = 쓰기 캐시 끄기
device-leave-write-cache-out-stays = --write-cache 를 빼면 그대로 둠
device-no-drive-but-lies-others = 드라이브가 아니라 다른 드라이브 위에 있음
device-tells-no-serial-number-found-again = 일련번호를 알려 주지 않아 되돌릴 때 다시 찾을 수 없음
device-neither-drive-nor-kernel-says-whether = 드라이브도 커널도 켜져 있는지 알려 주지 않음
device-idle-states = 유휴 상태

# linux/tune/plan
device-energy-preference = 전력 선호
device-idle-state-switched-off = 유휴 상태 끔
device-i-o-scheduler = I/O 스케줄러
device-nvme-power-saving-apst = NVMe 절전(APST)
device-pcie-power-saving-aspm = PCIe 절전(ASPM)

# linux/tune/state
device-cannot-tune = { $path }: 설정 실패: { $why }
device-another-iogram-set-computer-still-running = 다른 iogram이 이 컴퓨터를 설정했고 아직 실행 중임
device-wait-until-ended-end-puts-everything = 끝날 때까지 기다리거나 끝낼 것: 모두 되돌림
device-cannot-use = { $path }: 사용 실패: { $why }
device-damaged = 손상됨
device-restart-computer-puts-everything-back-remove = 컴퓨터를 다시 시작하면 모두 되돌아옴. 그다음 파일을 삭제할 것

# linux/typed_name
device-kernel-name = 커널 이름
device-serial-number-2 = 일련번호
device-kernel-name-file = 커널 이름과 파일

# linux/write_cache
device-drive-no-volatile-write-cache = 드라이브에 휘발성 쓰기 캐시가 없음
device-not-permitted-root = 허용되지 않음(root는 가능)
device-drive-refuses-no-setting = 드라이브가 거부하거나 그런 설정이 없음
device-drive-keeps = 드라이브가 그대로 유지함
device-drive-no-longer-says-whether = 드라이브가 켜져 있는지 더 이상 알려 주지 않음
device-drive-refuses-status = 드라이브가 거부함(상태 { $status })

# permit
device-not-file = 파일이 아님
device-device-permitted = 장치가 허락되었음
device-another-file = 다른 파일임
device-holds-data-now = 이제 데이터가 있음
device-file-permitted = 파일이 허락되었음
device-instead-found-permitted = { $permitted } 대신 { $found }
device-before = 지금 내용: { $now }. 전의 내용: { $before }

# places
device-cannot-keep-blocks = { $path }: 블록 보관 실패: { $why }
device-names-device-not-fit-too-many = 장치의 이름이 들어가지 않거나 파일이 너무 많음
device-block-byte-not-saved-offset = 바이트 { $offset }의 블록이 저장할 때와 다름

# purge
device-cannot-discard-part = { $path }: 일부 discard 실패: { $why }

# put_back
device-borrowed-again-since-borrowing-blocks = 그 뒤에 다시 빌림(빌림 { $generation }, 블록은 { $journal }에 있음)
device-used-since-neither-nor-iogram-wrote = 그 뒤에 사용됨: 그중 { $size }은(는) 원래 있던 것도 iogram이 쓴 것도 아님(바이트 { $ranges })
device-cannot-put-back-all = { $path }: 모두 되돌리기 실패: { $why }
device-holds-now-held-when-borrowed-beyond = 지금은 { $now }인데 빌릴 때는 { $then }이었음. 끝을 넘는 것은 되돌리지 않음
device-give-size-back-iogram-restore = 크기를 원래대로 한 다음: iogram restore { $journal }
device-byte-cannot-read-nobody-knows = 바이트 { $place }을(를) 읽을 수 없어 누구의 것인지 알 수 없음
device-saved-file-iogram-restore-save-file = 저장한 것은 파일로 얻을 수 있음: iogram restore { $journal } --save-as FILE
device-requests-still-under-way = 장치에 낸 요청이 아직 진행 중임
device-unplug-plug-again-restart-try-again = 뽑았다가 다시 꽂거나 컴퓨터를 다시 시작하고 다시 시도할 것

# refusal
device-one-other = { $one }. { $other }
device-refused-write-nvme-passthrough-only-reads = { $path }에 쓰기를 거부함: 그렇게 쓰는 것은 마운트도 점유도 막지 못하므로 NVMe 패스스루로는 읽기만 함
device-refused-write = { $name }에 쓰기를 거부함: { $holds }
device-refused-write-not-confirmed = { $name }에 쓰기를 거부함: { $what }(으)로 확인되지 않음 (내용: { $contents })
device-refused-write-typed-not = { $name }에 쓰기를 거부함: 입력한 { $typed }은(는) { $what }이(가) 아님
device-refused-write-holds-data = { $path }에 쓰기를 거부함: 데이터가 있음
device-refused-write-name-typed-allow = { $path }에 쓰기를 거부함: 허락하려고 입력한 이름이 { $typed }
device-refused-write-use = { $path }에 쓰기를 거부함: { $user }에서 사용 중
device-refused-write-opened-reading = { $path }에 쓰기를 거부함: 읽기용으로 열림
device-refused-write-only-first-borrowed = { $path }의 { $start }부터 { $end }까지 쓰기를 거부함: 처음 { $borrowed }만 빌림
device-refused-borrow = { $name } 빌리기를 거부함: { $why }
device-refused-put-back = { $journal }을(를) { $path }에 되돌리기를 거부함: { $why }
device-refused-use-saved-blocks = { $path }에 보관된 블록의 사용을 거부함: { $why }
device-refused-put-back-device-borrowed-again = { $journal } 되돌리기를 거부함: 장치를 그 뒤에 다시 빌렸고 { $newer }이(가) 더 새것임
device-refused-write-no-longer-permitted = { $path }에 쓰기를 거부함: 허락한 것과 달라짐({ $what })
device-destroy-destroy = 내용을 지우려면: --destroy { $typed }
device-drive-mean-look-lsblk-o-name = { $shown }이(가) 뜻한 드라이브인지 확인할 것: lsblk -o NAME,SIZE,MODEL,SERIAL
device-destroy-holds-destroy = 내용을 지우려면: --destroy { $typed }
device-swapoff = swapoff { $path }
device-write-name-block-device = 쓰려면 블록 장치를 지정할 것: { $device }
device-borrow-much-written-borrow-use-smaller = 쓰는 만큼 빌리거나(--borrow={ $end }) 더 작은 영역을 쓸 것
device-name-directory-another-drive-borrow-journal = --borrow-journal DIR 로 다른 드라이브의 디렉터리를 지정할 것
device-nothing-written-stays-saved-stays-look = 아무것도 쓰지 않음: 장치의 내용은 그대로이고 저장한 것은 { $journal }에 남아 있음. 들여다보려면: iogram restore { $journal } --save-as FILE. 장치에 있는 것만 필요하면: rm { $journal }
device-holds-written-device-find-out-made = 그 내용이 장치에 쓰이게 됨: { $path }을(를) 누가 만들었는지 확인할 것. 자기 것이면 자기 디렉터리(모드 0700)로 복사해서 그것을 지정할 것
device-newer-first-iogram-restore = 더 새것부터: iogram restore { $newer }
device-look-again-start-anew = 다시 살펴보고 처음부터 할 것

# resolve
device-name-directory-file-block-device = 디렉터리, 파일, 블록 장치를 지정할 것
device-write-null-alone-null-file-name = null: 만 쓸 것. 그런 이름의 파일이면 ./null:..
device-nothing-follow-null = null: 뒤에는 아무것도 올 수 없음
device-sim-needs-name = sim: 뒤에 이름이 필요함
device-write-sim-name = sim:NAME 으로 쓸 것
device-name-block-device = 블록 장치를 지정할 것: { $device }
device-name-block-device-nvme-dev-nvme0n1 = 블록 장치를 지정할 것: NVMe이면 /dev/nvme0 이 아니라 /dev/nvme0n1
device-character-device = 문자 장치임
device-socket = 소켓임
device-name-file-directory = 파일이나 디렉터리를 지정할 것
device-pipe = 파이프임
device-neither-file-directory-nor-block-device = 파일도 디렉터리도 블록 장치도 아님
device-link-points-nothing-repair-name-another = 링크가 가리키는 것이 없음: 고치거나 다른 경로를 지정할 것
device-symbolic-link-nothing = 가리키는 것이 없는 심볼릭 링크임
device-directory-not-exist = 디렉터리가 없음
device-make-first = 먼저 만들 것
device-no-device = 그런 장치가 없음
device-no-directory = 디렉터리 { $directory }이(가) 없음
device-check-spelling-make-directory-first = 철자를 확인하거나 먼저 디렉터리를 만들 것
device-name-directory-exists-temporary-file-made = 있는 디렉터리를 지정할 것: 임시 파일을 만들어 쓰고 지움
device-no-file-directory = 그런 파일이나 디렉터리가 없음

# restore
device-more-device-could-device = 그 장치({ $drive })일 수 있는 것이 둘 이상임
device-unplug-others = 나머지를 뽑을 것
device-device-not-here = 그 장치({ $drive })가 여기 없음
device-plug-try-again = 꽂고 다시 시도할 것
device-used-since-beyond-borrowed-part-not = 그 뒤에 사용됨: 빌린 부분 너머가 전과 다름
device-cannot-told-another-device-size = 크기가 같은 다른 장치와 구별할 수 없음

# rig
device-cannot-use-only = { $record }에서 { $size }을(를) 쓸 수 없음: { $what }의 크기는 { $capacity }뿐임
device-use-size-most = 크기를 { $capacity } 이하로 할 것
device-cannot-probe-no-drive = { $record }을(를) 탐침할 수 없음: 드라이브가 아님
device-name-block-device-2 = 블록 장치를 지정할 것
device-cannot-probe-single-requests-not-go = { $record }을(를) 탐침할 수 없음: 단일 요청은 NVMe 패스스루로 보내지 않음
device-cannot-get-memory-probe = { $path }: 탐침에 쓸 메모리 확보 실패

# rig/application
device-cannot-run-needs-file-system = { $name }에서 { $application }을(를) 실행할 수 없음: 파일 시스템이 필요함

# rig/cell
device-cannot-compare-read = { $name }에서 읽은 것은 견줄 수 없음
device-keeps-nothing-name-drive-file = 아무것도 보존하지 않음: 드라이브나 파일을 쓸 것
device-read-nvme-passthrough-name-block-device = NVMe passthrough로 읽음: 블록 장치를 쓸 것
device-cannot-measure-nvme-passthrough = { $name }을(를) NVMe 패스스루로 측정할 수 없음: { $why }
device-engine-names-another-way = --engine 이 다른 방식을 지정함
device-only-reads-go-way = 그 방식으로는 읽기만 함
device-passes-page-cache = 페이지 캐시를 거치지 않음
device-not-take-request = 한 요청에 { $block }을(를) 받지 않음({ $error })
device-use-smaller-blocks = 더 작은 블록을 쓸 것. { $hint }
device-cannot-write-image = { $record }에 이미지를 쓸 수 없음: { $message }
device-name-file-iogram-run-image-write = 파일을 지정할 것: iogram run image-write TARGET --set image=PATH
device-none-named = 지정된 것이 없음
device-borrowed-put-back-write-destroy-serial = 빌린 것은 되돌려짐: --destroy SERIAL 로 쓸 것
device-device-only-borrowed = 장치를 빌리기만 함
device-target = 이미지는 { $size }, 대상은 { $capacity }
device-name-larger-target = 더 큰 대상을 지정할 것
device-read-back-image = 이미지 다시 읽기
device-cannot-read-all-image = 이미지 { $path }을(를) 끝까지 읽을 수 없음
device-written-not-complete = 쓴 이미지가 온전하지 않음
device-use-fewer-jobs-raise-limit-processes = 작업 수를 줄이거나 프로세스와 스레드의 한도를 올릴 것: ulimit -u 4096

# rig/fill
device-cannot-allocate = { $path }: 공간 할당 실패
device-cannot-empty = { $path }: 비우기 실패
device-no-space-left = 남은 공간이 없음
device-device-gone = 장치가 사라짐
device-plug-again = 다시 꽂을 것
device-not-written = 쓸 수 없음
device-request-not-come-back = 요청이 돌아오지 않음
device-requests-failed = 요청이 실패함
device-cannot-fill-data = { $name }을(를) 데이터로 채울 수 없음: { $state }
device-cannot-fill-data-byte = { $name }을(를) 데이터로 채울 수 없음: { $state }: 바이트 { $offset }에서 { $why }

# rig/open
device-cannot-measure-sim-not-real-target = sim:{ $name }을(를) 측정할 수 없음: 실제 대상이 아님
device-cannot-measure-no-capacity = { $name }을(를) 측정할 수 없음: 용량이 없음
device-card-reader-device-set-up = 리더기에 카드가 있는지, 장치가 준비되었는지 확인할 것

# test_file
device-cannot-make-test-file = { $path }: 시험 파일 만들기 실패
device-cannot-write-test-file = { $path }: 시험 파일에 쓰기 실패

# test_files
device-cannot-write-test-files = { $path }: 시험 파일 쓰기 실패: { $why }
device-h2w-already = { $first }.h2w이(가) 이미 있음
device-check-read-remove-h2w-files = --read 로 확인하거나 .h2w 파일을 삭제할 것
device-cannot-check-test-files = { $path }: 시험 파일 확인 실패: { $why }
device-none = 파일이 없음
device-write-free-f3write-h2testw = --free, f3write, h2testw로 먼저 쓸 것
device-cannot-read-path-why = { $path }: 읽기 실패: { $why }

# jobs/watcher
device-cannot-start-thread = { $name }: 스레드 시작 실패: { $source }

# jobs/path
device-cannot-open-target = { $name }: 대상 열기 실패: { $source }
device-cannot-discard-block-device-through-io = { $name }: io_uring으로 블록 장치 discard 실패: { $source }
device-cannot-set-up-io-uring-asked = { $name }: 요청한 io_uring 준비 실패: { $source }
device-cannot-make-trace-again-without-io = { $name }: io_uring 없이 트레이스를 다시 실행 실패: { $source }
device-cannot-read-written-between-queue-depth = { $name }: io_uring 없이 큐 깊이 1보다 깊게 쓰면서 쓴 것을 사이사이 읽기 실패: { $source }
device-cannot-make-pauses-queue-depth-above = { $name }: io_uring 없이 큐 깊이 1보다 깊게 쉬면서 실행 실패: { $source }

# jobs/threads
device-cannot-bind-submitting-thread-processor = { $name }: 제출 스레드를 프로세서에 고정 실패: { $source }
device-cannot-start-program = { $name }: 프로그램 시작 실패: { $source }
device-cannot-memory-request = { $name }: 요청에 쓸 메모리 확보 실패: { $source }
device-cannot-set-up-io-uring-commands = { $name }: 명령용 io_uring 준비 실패: { $source }
device-cannot-set-up-io-uring = { $name }: io_uring 준비 실패: { $source }

# linux/tune/plan
device-governor = 거버너
device-turbo = 터보

# rig/cell
device-cannot-empty-page-cache = { $name }: 페이지 캐시 비우기 실패: { $source }

# 그 밖
device-cannot-unlock = { $path }: 잠금 해제 실패
device-cannot-start = { $path }: 시작 실패
device-cannot-go-mount = { $path }: 마운트한 곳으로 가기 실패
device-use-lower-depth-fewer-jobs-smaller = 깊이, 작업 수, 블록을 줄일 것
device-use-engine-sync-run-root = --engine sync 를 쓰거나 root로 실행할 것
device-none-process = { $list }인데 이 프로세스가 쓸 수 있는 것이 없음
device-serial-number-namespace-id = 일련번호와 네임스페이스 id
device-kernel-name-size-bytes-neither-serial = 커널 이름과 바이트 단위 크기(일련번호도 모델명도 없음)
device-model-size-bytes-no-serial-number = 모델명과 바이트 단위 크기(일련번호가 없음)
device-serial-number-others-too-kernel-name = 다른 장치에도 있는 일련번호와 커널 이름
device-kernel-name-size-bytes = 커널 이름과 바이트 단위 크기
device-kernel-name-mapping-name = 커널 이름과 매핑 이름
device-name-directory-drive-let-made-set = 드라이브의 디렉터리를 지정하거나 만들게 할 것: --set fs=ext4
device-serial-number-logical-unit-number = 일련번호와 논리 장치 번호(LUN)
device-free-space-use-smaller-size = 공간을 마련하거나 더 작은 크기를 쓸 것
