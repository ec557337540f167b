# android
method-android-param-size = 파일의 바이트 수. 정의: 256 MB.
method-android-param-time = 임의 접근 부분의 시간. 자체적으로 정함.
method-android-param-runs = 실행 횟수. 자체적으로 정함.
method-android-param-fs = 블록 장치일 때: 먼저 만드는 파일 시스템. 담긴 것은 모두 지워짐. as-is: 만들지 않음.

# app-consistency
method-app-consistency-param-scale = 쓰고 쉬는 모든 시간에 곱하는 배수. 1/16이면 30분쯤 걸림.
method-app-consistency-param-passes = 먼저 드라이브를 가득 채우는 횟수. PCMark: 2.
method-app-consistency-param-depth = 무작위 쓰기의 대기 요청 수. PCMark는 밝히지 않음.
method-app-consistency-param-rest = 마지막 다섯 번 앞의 휴식.
method-app-consistency-param-data = 쓰는 데이터: random, zeros, compress=50%.

# app-day
method-app-day-param-runs = 각 작업을 실행하는 횟수.
method-app-day-param-size = 사용하는 대상의 바이트. 더 적으면 주소를 줄여 넣음.
method-app-day-param-timing = 요청을 보내는 때: replay에서처럼 as-fast-as-possible, as-recorded, faster=2.
method-app-day-param-places = 요청의 위치: 자리가 있으면 원래 위치, 아니면 줄여 넣음. 끝을 넘으면 처음부터. 늘이거나 줄임.
method-app-day-param-data = 쓰는 데이터: random, zeros, compress=50%.

# atto
method-atto-param-size = 다루는 바이트 수.
method-atto-param-depth = 처리 중인 요청 수.
method-atto-param-time = 항목 하나의 최대 시간. 모든 바이트를 옮겨도 끝남.
method-atto-param-data = 쓰는 데이터. 무작위 데이터는 되풀이되지 않음.

# bootbench
method-bootbench-param-prepare = yes: 퍼지한 뒤 용량의 두 배를 무작위로 쓰기; done: 이미 그렇게 준비해 둔 드라이브.
method-bootbench-param-trims = 쓰지 않는 부분도 드라이브에 알릴지 여부. BootBench: yes.
method-bootbench-param-from = 처음 읽는 쪽의 수. 각각 한 번에 요청 하나. BootBench: 4.
method-bootbench-param-to = 읽는 쪽의 최대 수. BootBench: 256.
method-bootbench-param-read_block = 읽기의 블록 크기. BootBench: 32 KiB.
method-bootbench-param-write_rate = 초당 128 KiB 쓰기 횟수. 120/s가 BootBench의 15 MiB/s.
method-bootbench-param-trim_rate = 초당 128 KiB 트림 횟수. 40/s가 BootBench의 5 MiB/s.
method-bootbench-param-p99 = 읽기의 99 %가 이보다 짧아야 함. BootBench: 10 ms.
method-bootbench-param-p999 = 읽기의 99.9 %가 이보다 짧아야 함. BootBench: 50 ms.
method-bootbench-param-slowest = 모든 읽기가 이보다 짧아야 함. BootBench: 500 ms.
method-bootbench-param-widen = 읽는 쪽을 두 배로 늘리는 동안 측정 한 번의 길이. BootBench: 30 s.
method-bootbench-param-narrow = 간격을 반으로 줄이는 동안 측정 한 번의 길이. BootBench: 60 s.
method-bootbench-param-confirm = 마지막 반복 한 번의 길이. BootBench: 120 s.
method-bootbench-param-repeats = 마지막 반복 횟수. 모두 한도를 지켜야 함. BootBench: 3.
method-bootbench-param-wanted = 넘어야 하는 초당 읽기 횟수. BootBench: 60,000.

# card
method-card-param-size = 항목들이 다루는 바이트 수.
method-card-param-amount = 항목마다 쓰는 바이트 수. 드라이브의 SLC 캐시가 크면 더 크게.
method-card-param-longest = 정한 양에 이르지 못해도 랜덤 항목은 이 시간 뒤에 끝나고, 요약표에 그렇게 적음. 리뷰에서는 끝내지 않음.
method-card-param-file = 요약표의 파일 쓰기 줄을 위해 먼저 파일에 쓰는 곳: 폴더, 또는 드라이브에 만드는 ext4 같은 파일 시스템(담긴 것은 모두 지워짐). no: 쓰지 않음.
method-card-param-geometry = off: 속도만.

# cbw
method-cbw-param-class = PTS-E 또는 PTS-C. --write-cache 없이는 쓰기 캐시를 그대로 둠. PTS-E는 끄기를, PTS-C는 켜기를 요구함.
method-cbw-param-limit = 평균 응답 시간을 이보다 짧게 지키는 부하를 찾음. SNIA: 5ms.
method-cbw-param-active_range = 사전 처리하고 측정하는 드라이브의 범위. PTS-C: 100 %와 75 %.
method-cbw-param-data = 쓰는 데이터: random(필수), 또는 compress=50%.
method-cbw-param-time = 표본 하나의 길이. SNIA: 1분.
method-cbw-param-samples = 사전 쓰기 라운드 하나의 표본 수. 마지막 표본을 추적함. SNIA: 30.
method-cbw-param-before = 부하 라운드마다 그 전에 쓰는 시간. SNIA: 5분.
method-cbw-param-before_histogram = 히스토그램마다 그 전에 쓰는 시간. SNIA: 60분.
method-cbw-param-histogram = 응답 시간을 그릴 부하의 길이. SNIA: 10분.
method-cbw-param-rounds = 포기하기까지의 라운드 수(사전 쓰기와 부하 각각). SNIA: 25.
method-cbw-param-window = 정상 상태여야 하는 라운드 수. SNIA: 5.

# cdm
method-cdm-param-profile = 시험의 종류. nvme: 버전 8부터. flash: 버전 9부터의 기본 시험을 시간 1 s, 간격 30 s로.
method-cdm-param-mix = 모든 시험을 읽기·쓰기 혼합으로도 하는지 여부(CDM의 +Mix).
method-cdm-param-mix_read = 혼합에서 읽기의 비율. CDM: R70/W30.
method-cdm-param-loops = 시험마다 집계하는 실행 횟수. CDM 9: 3, CDM 7과 8: 5(1~9).
method-cdm-param-size = 다루는 바이트 수. CDM: 1 GiB(16 MiB ~ 64 GiB).
method-cdm-param-time = 실행 한 번의 시간(준비 실행 포함). CDM: 5 s(1~60 s).
method-cdm-param-interval = 시험 사이에 쉬는 시간. 한 시험의 실행 사이에는 쉬지 않음. CDM: 5 s(0~600 s).
method-cdm-param-data = 쓰는 데이터. 무작위 데이터는 되풀이되지 않음. CDM은 버퍼 하나를 되풀이함.
method-cdm-param-fs = 블록 장치일 때: 먼저 만드는 파일 시스템. 담긴 것은 모두 지워지고, CDM처럼 그 위의 파일로 시험함. as-is: 장치의 앞부분을 그대로 씀.
method-cdm-param-small_writes = 드라이브의 간접 단위(IU)보다 작은 쓰기(단위를 아는 경우). CDM은 이를 가리지 않음: run.

# ceph-journal
method-ceph-journal-param-time = 쓰는 쪽 수마다의 시간. 원래 시험: 60초.
method-ceph-journal-param-size = 순서대로 거듭 쓰는 영역. 원래 시험: 시간 안에 가는 데까지.
method-ceph-journal-param-fs = 블록 장치일 때: 먼저 만드는 파일 시스템. 담긴 것은 모두 지워짐. as-is: 만들지 않음.

# copy-tree
method-copy-tree-param-files = 한 번 실행에 복사하는 파일 수.
method-copy-tree-param-sizes = 파일 크기와 그 비중.
method-copy-tree-param-sources = 복사할 원본 파일 수, 크기마다. 더 많이 복사하면 처음 것들은 이미 메모리에 있음.
method-copy-tree-param-runs = 실행 횟수. 매번 새 폴더에서.
method-copy-tree-param-space = 비어 있어야 하는 공간.
method-copy-tree-param-fs = 블록 장치일 때: 먼저 만드는 파일 시스템. 담긴 것은 모두 지워짐. as-is: 만들지 않음.

# cssd
method-cssd-param-depth = express: 빠른 1 TB 드라이브에서 45분 안에 끝남. 반복을 줄이고, 채우기 한 번, 99.99 %까지.
method-cssd-param-scale = 영역과 양에 곱하는 값. 예: 작은 매체에는 1/16.
method-cssd-param-rest = 블록 사이에 쉬는 최소 시간.
method-cssd-param-until = 정한 시간 뒤에도 기다리는 조건: 드라이브가 처음만큼 식음, 컴퓨터가 유휴 상태.
method-cssd-param-rest_max = 휴식은 이 시간이 지나면 반드시 끝남.
method-cssd-param-cdm_loops = CDM 시험마다 집계하는 실행 횟수.
method-cssd-param-cdm_time = CDM 실행 한 번의 시간.
method-cssd-param-cdm_interval = 한 블록의 시험 사이에 쉬는 시간.
method-cssd-param-day_runs = 하루의 기록된 작업을 각각 몇 번 하는지.
method-cssd-param-passes = 사전 처리로 드라이브 전체를 쓰는 횟수.
method-cssd-param-requests = 지연 항목의 요청 수: 99.999 %까지는 1000000, 99.99 %까지는 100000.
method-cssd-param-low_qd_random = low-qd의 랜덤 항목의 바이트 수(배율 적용 전).
method-cssd-param-sync_amount = sync 항목의 바이트 수(배율 적용 전).
method-cssd-param-small_writes = 드라이브의 간접 단위(IU)보다 작은 쓰기(단위를 아는 경우). run: 그래도 실행.

# dd-read
method-dd-read-param-form = direct: 페이지 캐시를 거치지 않음. buffered: 예전 방식으로, 실행마다 먼저 페이지 캐시를 비움.
method-dd-read-param-runs = 실행 횟수. 블로그: 5.
method-dd-read-param-size = 실행 한 번의 바이트 수. 언제나 맨 앞부분. 블로그: 1 GiB.
method-dd-read-param-block = 요청 하나의 바이트 수. 블로그: direct 4 MiB, buffered 4 KiB.

# dd-write
method-dd-write-param-form = direct: 페이지 캐시를 거치지 않음. buffered: 예전 방식으로 캐시를 거친 뒤 플러시까지 시간에 넣음.
method-dd-write-param-runs = 실행 횟수. 블로그: 5.
method-dd-write-param-size = 실행 한 번의 바이트 수. 블로그: 1 GiB.
method-dd-write-param-block = 요청 하나의 바이트 수. 블로그: direct 4 MiB, buffered 4 KiB.
method-dd-write-param-data = 쓰는 데이터. 블로그: 0. 컨트롤러에 따라 저장하지 않기도 함.
method-dd-write-param-fs = 블록 장치일 때: 먼저 만드는 파일 시스템. 담긴 것은 모두 지워지고, 파일은 그 위에 있음. as-is: 장치의 앞부분을 그대로 씀.

# diagnose
method-diagnose-param-max_time = 실행은 이 시간과 진행 중인 요청보다 오래 걸리지 않음. iogram diagnose 는 연결에 따라 정함.
method-diagnose-param-scope = 하는 일: 모두; 되돌려 놓는 몇 곳과 읽기; 읽기; 파일 하나로 알 수 있는 것.
method-diagnose-param-units = off: 열 수 있는 할당 단위의 수를 묻지 않음. 그런 것이 없는 드라이브일 때.
method-diagnose-param-rest = 캐시를 채우기 전과 뒤의 쉬는 시간. 시간이 없으면 생략.
method-diagnose-param-size = 짧은 항목이 쓰는 처음 부분의 바이트 수, 또는 파일의 크기.

# dirth
method-dirth-param-class = PTS-E 또는 PTS-C. --write-cache 없이는 쓰기 캐시를 그대로 둠. PTS-E는 끄기를, PTS-C는 켜기를 요구함.
method-dirth-param-access = 주소 순서. jesd219-enterprise: JESD219의 구역과 블록 크기, 읽기 40 %.
method-dirth-param-block = 블록 크기, 또는 가중치를 붙인 여러 크기. SNIA는 시험자에게 맡김.
method-dirth-param-read = 측정 부하의 읽기 비율. 그 전의 쓰기에는 읽기가 없음. SNIA는 시험자에게 맡김.
method-dirth-param-limit = 평균 응답 시간을 이보다 짧게 지키는 부하를 찾음. SNIA: 5ms.
method-dirth-param-active_range = 사전 처리하고 측정하는 드라이브의 범위. PTS-C: 100 %와 75 %.
method-dirth-param-data = 쓰는 데이터: random(필수), 또는 compress=50%.
method-dirth-param-time = 표본 하나의 길이. SNIA: 1분.
method-dirth-param-samples = 사전 쓰기 라운드 하나의 표본 수. 마지막 표본을 추적함. SNIA: 30.
method-dirth-param-before = 부하 라운드마다 그 전에 쓰는 시간. SNIA: 5분.
method-dirth-param-before_histogram = 히스토그램마다 그 전에 쓰는 시간. SNIA: 60분.
method-dirth-param-histogram = 응답 시간을 그릴 부하의 길이. SNIA: 10분.
method-dirth-param-rounds = 포기하기까지의 라운드 수(사전 쓰기와 부하 각각). SNIA: 25.
method-dirth-param-window = 정상 상태여야 하는 라운드 수. SNIA: 5.

# dirty
method-dirty-param-steps = 드라이브를 나누어 채우는 단계 수. 1000이면 한 단계가 0.1 %.
method-dirty-param-block = 쓰기 하나의 크기. 이 프로젝트에서 정함.
method-dirty-param-depth = 동시에 보내는 쓰기 수. 이 프로젝트에서 정함.
method-dirty-param-between = 단계 사이에 이미 채운 곳의 임의 위치에 쓸지 여부.
method-dirty-param-between_amount = 단계마다 그 뒤에 그렇게 쓰는 양.
method-dirty-param-whole = 한 번에 채우는 것도 나란히 할지 여부.
method-dirty-param-data = 쓰는 데이터: random, 또는 compress=50%.

# essd
method-essd-param-class = 드라이브의 용도. 없으면 데이터 시트, 이름, 수명으로 정함. write-intensive, scm: 쓰기 포화까지.
method-essd-param-depth = 소비자용 블록의 깊이. express: 반복을 줄여 빠른 1 TB 드라이브에서 45분 안에 끝남.
method-essd-param-scale = 영역과 양에 곱하는 값. 예: 작은 매체에는 1/16.
method-essd-param-rest = 소비자용 블록 사이에 쉬는 최소 시간.
method-essd-param-rest_max = 휴식은 이 시간이 지나면 반드시 끝남.
method-essd-param-passes = 각 시험 묶음 전에 드라이브 전체를 쓰는 횟수. 원래 방법: 2.
method-essd-param-requests = 지연 항목의 요청 수: 99.999 %까지는 1000000, 99.99 %까지는 100000.
method-essd-param-time = ezfio 항목 하나의 길이. ezFIO: 120 s.
method-essd-param-stability = 안정성을 볼 혼합 부하의 길이. ezFIO: 1,200 s.
method-essd-param-wdpc = ezfio의 각 항목 앞에서 그 부하를 정상 상태까지 반복할지. no: ezFIO의 두 번 쓰기만, 시간은 3분의 1.
method-essd-param-round = 그 라운드의 길이. SNIA: 1분.
method-essd-param-rounds = 부하가 정상 상태가 아니어도 이만큼의 라운드 뒤에는 측정함. SNIA: 25.
method-essd-param-saturation = 쓰기 포화의 끝. written: 정상 상태와 관계없이 용량의 4배에서. steady: SNIA처럼 정상 상태가 되어도 끝남.
method-essd-param-saturation_rounds = 쓰기 포화가 어떤 경우에도 끝나는 라운드 수(라운드당 표본 31개). 1분짜리 96라운드는 이틀.
method-essd-param-sample = 쓰기 포화의 표본 하나의 길이. SNIA: 1분.
method-essd-param-histogram = 응답 시간을 그릴 쓰기의 길이. SNIA: 20분.
method-essd-param-small_writes = 드라이브의 간접 단위(IU)보다 작은 쓰기(단위를 아는 경우). run: 그래도 실행.

# etcd
method-etcd-param-amount = 두 부분 각각의 바이트 수. 권장 작업: 22 MiB.
method-etcd-param-cluster = 드라이브를 어느 클러스터에 맞추어 판정하는가: heavy는 초당 500번 안전하게 쓰는 기준을 더함.
method-etcd-param-fs = 블록 장치일 때: 먼저 만드는 파일 시스템. 담긴 것은 모두 지워짐. as-is: 만들지 않음.

# ezfio
method-ezfio-param-quickie = yes: 모든 시간을 10분의 1로.
method-ezfio-param-fast_precondition = yes: 먼저 순차로 한 번만 쓰고 랜덤으로는 쓰지 않음.
method-ezfio-param-time = 항목 하나의 길이. ezFIO: 120 s.
method-ezfio-param-stability = 안정성을 볼 혼합 부하의 길이. ezFIO: 1,200 s.
method-ezfio-param-passes = 먼저 드라이브 전체를 쓰는 횟수. ezFIO: 2.
method-ezfio-param-wdpc = until-steady: 각 항목 앞에서 같은 부하를 정상 상태가 될 때까지 쉬지 않고 라운드로 반복함(SNIA와 리뷰어 방식). ezFIO: no.
method-ezfio-param-round = wdpc=until-steady일 때 라운드의 길이. SNIA: 1분.
method-ezfio-param-rounds = 부하가 정상 상태가 아니어도 이만큼의 라운드 뒤에는 항목을 측정함. SNIA: 25.
method-ezfio-param-window = 정상 상태여야 하는 라운드 수. SNIA: 5.
method-ezfio-param-random_precondition = sprandom: 퍼지한 뒤, 임의 쓰기를 끝없이 한 것과 같은 상태로 플래시를 남기는 4 KiB 쓰기 한 차례. ezFIO: passes.
method-ezfio-param-over_provisioning = sprandom에 쓰는 드라이브의 오버 프로비저닝. wsat이 알려 줌. 모르면 이 값이 fio의 sprandom이 쓰는 값.
method-ezfio-param-data = 쓰는 데이터: random, 또는 compress=50%.
method-ezfio-param-small_writes = 드라이브의 간접 단위(IU)보다 작은 쓰기(단위를 아는 경우). ezFIO는 이를 가리지 않음: run.

# fill-drive
method-fill-drive-param-rest = 두 번의 패스 사이에 쉬는 시간. 방법에는 밝히지 않음.
method-fill-drive-param-block = 쓰기 하나의 바이트 수. Fill Drive: 128 KiB.
method-fill-drive-param-depth = 처리 중인 쓰기 수. Fill Drive: 256.
method-fill-drive-param-fresh = 첫 패스 전에 하는 일. Fill Drive: 초기화. done: 이미 초기화함. as-it-is: 캐시가 이미 차 있을 수 있음.
method-fill-drive-param-again = 쉰 뒤에 드라이브를 한 번 더 채우는지 여부. 하지 않으면 회복은 알 수 없음.
method-fill-drive-param-free_space = 끝에 일부를 폐기하고 다시 쓰는지: 빈 공간에 있는 캐시를 알려 줌. no: 가득 찬 채로 둠.
method-fill-drive-param-buffer = 쓰기 버퍼를 재는 버스트의 바이트 수.
method-fill-drive-param-data = 쓰는 데이터. 무작위 데이터는 되풀이되지 않음.

# fsync
method-fsync-param-size = 쓰는 바이트 수(레코드 단위). 원래 작업: 22 MiB, 레코드 10029개.
method-fsync-param-block = 레코드 하나의 바이트 수. 원래 작업: 2300 B.
method-fsync-param-sync_call = 레코드의 내구성을 확보하는 방법. 원래 작업: fdatasync.
method-fsync-param-preallocate = fio처럼 쓰기 전에 파일 공간을 확보하는지 여부. no: 레코드마다 파일이 커짐.

# geometry
method-geometry-param-largest = 읽기로 찾아볼 가장 큰 할당 단위.
method-geometry-param-most = 찾아볼 열린 단위의 최대 수.
method-geometry-param-unfinished = on: 할당 단위를 쓰기로도 찾음. 느린 드라이브에서는 몇 분 걸림.

# hir
method-hir-param-class = 스레드 수와 깊이를 따를 규격: PTS-E 또는 PTS-C.
method-hir-param-threads = 스레드 수(TC).
method-hir-param-depth = 스레드마다 처리 중인 요청 수(QD).
method-hir-param-active_range = 사전 처리하고 측정하는 드라이브의 범위. PTS-C: 100 %와 75 %.
method-hir-param-data = 쓰는 데이터: random(필수), 또는 compress=50%.
method-hir-param-time = 라운드의 표본 하나의 길이. SNIA: 1분.
method-hir-param-samples = 라운드의 표본 수. 마지막 것을 추적함. SNIA: 30.
method-hir-param-rounds = 이만큼의 라운드 뒤에는 그만둠. SNIA: 25.
method-hir-param-window = 정상 상태여야 하는 라운드 수. SNIA: 5.
method-hir-param-burst = 쉬기 전에 쓰는 시간. SNIA: 5 s.
method-hir-param-bursts = 쓰고 쉬기를 되풀이하는 횟수. SNIA: 360.
method-hir-param-baseline = 그 뒤에 쉬지 않고 쓰는 시간. SNIA: 1,800 s.

# image-write
method-image-write-param-size = 이미지의 바이트 수. 원래 비교에는 밝히지 않음.
method-image-write-param-block = 쓰기 호출 하나의 바이트 수. 원래 비교에는 밝히지 않음.
method-image-write-param-runs = 실행 횟수. 원래 비교에는 밝히지 않음.
method-image-write-param-data = 이미지의 내용. random은 압축되었거나 가득 찬 이미지를 뜻하고, image는 파일의 내용 그대로.
method-image-write-param-image = 대신 쓸 파일: 크기와 데이터를 정하며, 다시 읽어 비교함.

# iozone
method-iozone-param-size_4k = 4 KiB 레코드 패스의 바이트 수. 원래 비교: 16 MB.
method-iozone-param-size = 큰 레코드 패스의 바이트 수(레코드 단위).
method-iozone-param-runs = 전체를 하는 횟수. 여러 번이면 평균과 그 범위를 냄.

# k3s
method-k3s-param-datastore = K3s가 상태를 두는 곳: sqlite는 기본값, etcd는 서버가 여럿일 때의 것.
method-k3s-param-amount = 쓰는 바이트 수: 기록 천 개 이상. 이 프로젝트가 정함.
method-k3s-param-fs = 블록 장치일 때: 먼저 만드는 파일 시스템. 담긴 것은 모두 지워짐. as-is: 만들지 않음.

# latency
method-latency-param-requests = 항목의 요청 수: 99.999 %까지는 1000000, 99.99 %까지는 100000. 적으면 백분위가 줄어듦.
method-latency-param-at_most = 항목은 이 시간 뒤에 그때까지 얻은 백분위로 끝남.
method-latency-param-scale = 영역에 곱하는 값. 예: 작은 매체에는 1/16.
method-latency-param-below_unit = 드라이브의 간접 단위(IU)보다 작은 쓰기(단위를 아는 경우). run: 그래도 실행.
method-latency-param-rest = 두 시험 사이에 쉬는 시간. 방법에 쉬는 시간이 있으나 길이는 밝히지 않음.
method-latency-param-prepare = yes: 드라이브 전체를 쓰는 precondition-cssd를 먼저 실행. done: 이미 했음. no: 드라이브를 있는 그대로.

# low-qd
method-low-qd-param-scale = 영역과 양에 곱하는 값. 예: 작은 매체에는 1/16.
method-low-qd-param-sequential = 순차 실행 한 번의 바이트 수(배율 적용 전). 각각 세 번. 원래 방법: 128 MiB x 3.
method-low-qd-param-random = 랜덤 항목 하나의 바이트 수(배율 적용 전). 원래 방법: 4 MiB x 160.
method-low-qd-param-below_unit = 드라이브의 간접 단위(IU)보다 작은 쓰기(단위를 아는 경우). run: 그래도 실행.
method-low-qd-param-prepare = yes: 드라이브 전체를 쓰는 precondition-cssd를 먼저 실행. done: 이미 했음. no: 드라이브를 있는 그대로.
method-low-qd-param-rest = 두 시험 사이에 쉬는 시간. 방법에 쉬는 시간이 있으나 길이는 밝히지 않음.

# minio
method-minio-param-size = 파일의 바이트 수. dperf: 1 GiB.
method-minio-param-block = 요청 하나의 바이트 수. dperf: 4 MiB.
method-minio-param-runs = 실행 횟수. 자체적으로 정함.
method-minio-param-fs = 블록 장치일 때: 먼저 만드는 파일 시스템. 담긴 것은 모두 지워짐. as-is: 만들지 않음.

# pg-fsync
method-pg-fsync-param-time = 시험마다의 시간. pg_test_fsync: 5초.
method-pg-fsync-param-pieces = 16 KiB를 1~16 KiB 조각으로도 쓰는지.
method-pg-fsync-param-fs = 블록 장치일 때: 먼저 만드는 파일 시스템. 담긴 것은 모두 지워짐. as-is: 만들지 않음.

# precondition-cssd
method-precondition-cssd-param-parts = random: 이미 다른 것이 드라이브 전체를 썼을 때 순차 부분 없이.
method-precondition-cssd-param-passes = 드라이브 전체를 쓰는 횟수. 원래 방법: 2(200 %).
method-precondition-cssd-param-scale = 8 GiB에 곱하는 값. 예: 작은 매체에는 1/16.
method-precondition-cssd-param-below_unit = 드라이브의 간접 단위(IU)보다 작은 랜덤 쓰기: raise: 단위 전체로. run: 그래도 4 KiB로.

# pts-iops
method-pts-iops-param-class = 기본값을 따를 규격: PTS-E 또는 PTS-C. --write-cache 없이는 쓰기 캐시를 그대로 둠. PTS-E는 끄기를, PTS-C는 켜기를 요구함.
method-pts-iops-param-tracked = 정상 상태여야 하는 것. three: PTS 2.0, 4 KiB 0/100, 64 KiB 65/35, 1 MiB 100/0. one: PTS 1.x, 4 KiB 0/100.
method-pts-iops-param-threads = 스레드 수(TC).
method-pts-iops-param-depth = 스레드마다 처리 중인 요청 수(QD).
method-pts-iops-param-active_range = 사전 처리하고 측정하는 드라이브의 범위. PTS-C: 100 %와 75 %.
method-pts-iops-param-active_amount = 활성 범위 가운데 2,048개 구간에 나누어 측정할 양. PTS-C: 8GiB와 16GiB. all: 구간 없이 전체.
method-pts-iops-param-data = 쓰는 데이터: random(필수), 또는 compress=50%.
method-pts-iops-param-passes = 먼저 활성 범위를 쓰는 횟수. SNIA: 2.
method-pts-iops-param-preconditioning = sprandom: 통과 쓰기 대신, 임의 쓰기를 끝없이 한 것과 같은 상태로 플래시를 남기는 4 KiB 쓰기 한 차례. SNIA: passes.
method-pts-iops-param-over_provisioning = sprandom에 쓰는 드라이브의 오버 프로비저닝. wsat이 알려 줌. 모르면 이 값이 fio의 sprandom이 쓰는 값.
method-pts-iops-param-time = 항목 하나의 길이. SNIA: 1분.
method-pts-iops-param-length = full: 모든 항목을 정해진 시간 동안 측정. adaptive: 둘째 라운드부터는 속도가 충분히 알려지고 추세가 없으면 일찍 끝냄.
method-pts-iops-param-within = length=adaptive일 때 창의 평균이 얼마나 정확히 알려져야 하는지: 신뢰 구간 폭의 절반, 평균에 대한 비율.
method-pts-iops-param-confidence = 그런 구간이 참값을 포함하는 빈도.
method-pts-iops-param-shortest = length=adaptive일 때 어떤 항목도 이보다 일찍 끝나지 않음.
method-pts-iops-param-rounds = 이만큼의 라운드 뒤에는 그만둠. SNIA: 25.
method-pts-iops-param-window = 정상 상태여야 하는 라운드 수. SNIA: 5.

# pts-latency
method-pts-latency-param-active_range = 사전 처리하고 측정하는 드라이브의 범위. PTS-C: 100 %와 75 %.
method-pts-latency-param-active_amount = 활성 범위 가운데 2,048개 구간에 나누어 측정할 양. PTS-C: 8GiB와 16GiB. all: 구간 없이 전체.
method-pts-latency-param-data = 쓰는 데이터: random(필수), 또는 compress=50%.
method-pts-latency-param-passes = 먼저 활성 범위를 쓰는 횟수. SNIA: 2.
method-pts-latency-param-time = 항목 하나의 길이. SNIA: 1분.
method-pts-latency-param-length = full: 모든 항목을 정해진 시간 동안 측정. adaptive: 둘째 라운드부터는 속도가 충분히 알려지고 추세가 없으면 일찍 끝냄.
method-pts-latency-param-within = length=adaptive일 때 창의 평균이 얼마나 정확히 알려져야 하는지: 신뢰 구간 폭의 절반, 평균에 대한 비율.
method-pts-latency-param-confidence = 그런 구간이 참값을 포함하는 빈도.
method-pts-latency-param-shortest = length=adaptive일 때 어떤 항목도 이보다 일찍 끝나지 않음.
method-pts-latency-param-rounds = 이만큼의 라운드 뒤에는 그만둠. SNIA: 25.
method-pts-latency-param-window = 정상 상태여야 하는 라운드 수. SNIA: 5.
method-pts-latency-param-histogram = 응답 시간을 그릴 4 KiB 쓰기의 길이. SNIA: 20분.

# pts-throughput
method-pts-throughput-param-threads = 스레드 수(TC). 측정자가 정함.
method-pts-throughput-param-depth = 스레드마다 처리 중인 요청 수(QD). 측정자가 정함.
method-pts-throughput-param-active_range = 사전 처리하고 측정하는 드라이브의 범위. PTS-C: 100 %와 75 %.
method-pts-throughput-param-active_amount = 활성 범위 가운데 2,048개 구간에 나누어 측정할 양. PTS-C: 8GiB와 16GiB. all: 구간 없이 전체.
method-pts-throughput-param-data = 쓰는 데이터: random(필수), 또는 compress=50%.
method-pts-throughput-param-passes = 먼저 활성 범위를 쓰는 횟수. SNIA: 2.
method-pts-throughput-param-time = 항목 하나의 길이. SNIA: 1분.
method-pts-throughput-param-length = full: 모든 항목을 정해진 시간 동안 측정. adaptive: 둘째 라운드부터는 속도가 충분히 알려지고 추세가 없으면 일찍 끝냄.
method-pts-throughput-param-within = length=adaptive일 때 창의 평균이 얼마나 정확히 알려져야 하는지: 신뢰 구간 폭의 절반, 평균에 대한 비율.
method-pts-throughput-param-confidence = 그런 구간이 참값을 포함하는 빈도.
method-pts-throughput-param-shortest = length=adaptive일 때 어떤 항목도 이보다 일찍 끝나지 않음.
method-pts-throughput-param-rounds = 이만큼의 라운드 뒤에는 그만둠. SNIA: 25.
method-pts-throughput-param-window = 정상 상태여야 하는 라운드 수. SNIA: 5.

# pts
method-pts-param-class = 기본값을 따를 규격: PTS-E 또는 PTS-C. --write-cache 없이는 쓰기 캐시를 그대로 둠. PTS-E는 끄기를, PTS-C는 켜기를 요구함.
method-pts-param-iops = pts-iops을(를) 할지 여부.
method-pts-param-throughput = pts-throughput을(를) 할지 여부.
method-pts-param-latency = pts-latency을(를) 할지 여부.
method-pts-param-wsat = wsat을(를) 할지 여부.
method-pts-param-hir = hir을(를) 할지 여부.
method-pts-param-xsr = xsr을(를) 할지 여부.
method-pts-param-dirth = dirth을(를) 할지 여부.
method-pts-param-cbw = cbw을(를) 할지 여부.
method-pts-param-active_range = 사전 처리하고 측정하는 드라이브의 범위. PTS-C: 100 %와 75 %.
method-pts-param-active_amount = 활성 범위 가운데 2,048개 구간에 나누어 측정할 양. PTS-C: 8GiB와 16GiB. all: 구간 없이 전체.
method-pts-param-data = 쓰는 데이터: random(필수), 또는 compress=50%.
method-pts-param-time = 항목 하나의 길이. SNIA: 1분.
method-pts-param-rounds = 이만큼의 라운드 뒤에는 그만둠. SNIA: 25.
method-pts-param-window = 정상 상태여야 하는 라운드 수. SNIA: 5.
method-pts-param-histogram = 응답 시간을 그릴 쓰기의 길이. SNIA: 20분.

# purge
method-purge-param-how = iogram purge --how 처럼 한 가지 방법만. auto: 드라이브에 맞는 것을 될 때까지 차례로.

# pveperf
method-pveperf-param-time = 한 번 실행의 시간. pveperf: 3초.
method-pveperf-param-runs = 실행 횟수. 자체적으로 정함.
method-pveperf-param-fs = 블록 장치일 때: 먼저 만드는 파일 시스템. 담긴 것은 모두 지워짐. as-is: 만들지 않음.

# quick
method-quick-param-size = 다루는 바이트 수. CDM: 1 GiB.
method-quick-param-time = 실행 한 번의 시간. CDM: 5 s.
method-quick-param-loops = 시험마다 집계하는 실행 횟수. CDM 9: 3.
method-quick-param-discarded = 집계하기 전에 시험마다 하는 실행 횟수. CDM: 1.
method-quick-param-interval = 시험 사이에 쉬는 시간. CDM: 5 s.
method-quick-param-data = 쓰는 데이터. 무작위 데이터는 되풀이되지 않음.

# replay
method-replay-param-trace = 트레이스: iogram이 쓴 파일.
method-replay-param-timing = 요청을 보내는 때: as-recorded, faster=2(모든 시간을 절반으로), as-fast-as-possible: 기록할 때 이미 끝나 있던 요청들이 끝나는 대로.
method-replay-param-idle = 요청이 없던 시간은 이만큼으로 줄임. whole: 원래 길이대로.
method-replay-param-places = 요청의 위치: fit: 모두 들어갈 자리가 있으면 원래 위치, 아니면 scaled. exact: 원래 위치. modulo: 끝을 넘으면 처음부터. scaled: 늘이거나 줄임.
method-replay-param-size = 사용하는 대상의 바이트. 없으면 장치는 전체, 시험 파일은 트레이스가 쓰는 데까지.
method-replay-param-depth = 동시에 내보내는 요청의 최대 수. 그만큼 나가 있는 동안 때가 된 요청은 기다리며, 지연 시간은 예정된 때부터 셈.
method-replay-param-data = 쓰는 데이터: random, zeros, compress=50%.
method-replay-param-runs = 횟수.

# sd-app
method-sd-app-param-size = 다루는 바이트 수.
method-sd-app-param-time = 랜덤 요청 실행 한 번의 시간.
method-sd-app-param-depth = 큐를 쓸 때 처리 중인 요청 수.
method-sd-app-param-label = 카드에 표시된 등급. 예: "C10 U3 V30 A2". 판정 옆에 표시함.

# sd-class
method-sd-class-param-au = 할당 단위: auto는 레지스터의 값, 없으면 이 용량에서 가능한 가장 큰 값.
method-sd-class-param-size = 512 KiB 단위로 기록하는 바이트 수: 카드의 캐시보다 커야 함. 아니면 캐시의 속도를 판정하게 됨.
method-sd-class-param-size_short = 이후 패스마다의 바이트 수. 어쨌든 할당 단위 네 개 이상은 씀.
method-sd-class-param-label = 카드에 표시된 등급. 예: "C10 U3 V30 A2". 판정 옆에 표시함.

# sd-pi
method-sd-pi-param-size = 다루는 바이트 수. 원래 시험: 256 MiB.
method-sd-pi-param-time = 랜덤 요청 실행 한 번의 최대 시간. 원래 시험: 10 s.
method-sd-pi-param-attempts = 전체를 하는 횟수. 원래 시험: 통과할 때까지, 최대 3.
method-sd-pi-param-label = 카드에 표시된 등급. 예: "C10 U3 V30 A2".

# slc-recovery
method-slc-recovery-param-state = 드라이브의 상태: 쓰는 부분 말고는 빈 것, 4분의 3이 찬 것, 또는 둘 다.
method-slc-recovery-param-fresh = 먼저 하는 일.
method-slc-recovery-param-part = 빈 드라이브에 쓰는 부분: 캐시보다 많이.
method-slc-recovery-param-full_region = 가득 찬 드라이브에 쓰는 부분. 먼저 드라이브를 끝까지 채움.
method-slc-recovery-param-block = 쓰기 하나의 바이트 수.
method-slc-recovery-param-depth = 처리 중인 쓰기 수.
method-slc-recovery-param-buffer = 쓰기 버퍼를 재는 버스트의 바이트 수.

# soak
method-soak-param-time = 쓰는 시간. 몇 시간이면 더 잘 드러남: 4h.
method-soak-param-size = 다루는 바이트 수.
method-soak-param-block = 쓰기 하나의 바이트 수: 데이터베이스나 파일 시스템 저널의 한 페이지.
method-soak-param-access = 주소의 순서.
method-soak-param-depth = 한 번에 처리 중인 쓰기 수.
method-soak-param-sync = each: 쓸 때마다 내구성을 확보한 뒤 다음 것을 씀.
method-soak-param-patience = 쓰기 하나가 이보다 오래 걸리면 실행을 끝냄.
method-soak-param-data = 쓰는 데이터. 무작위 데이터는 되풀이되지 않음.

# sqlite
method-sqlite-param-variant = insert: 새 표에 행 넣기. pts: pts/sqlite처럼. mix: 있는 행을 읽고 바꾸기.
method-sqlite-param-rows = 한 번 실행에서 사본마다의 작업 수. 카드 시험: 1000, pts/sqlite: 7500.
method-sqlite-param-runs = 실행 횟수. 매번 새 데이터베이스로. pts/sqlite: 3.
method-sqlite-param-copies = 동시에 도는 사본 수. 저마다 자기 데이터베이스를 씀. pts/sqlite: 1, 8, 32.
method-sqlite-param-journal = PRAGMA journal_mode. delete는 SQLite의 기본값, wal은 pts/sqlite 2.3부터의 방식.
method-sqlite-param-synchronous = PRAGMA synchronous. full은 SQLite의 기본값. wal과 함께 쓰는 normal은 체크포인트에서만 기다림.
method-sqlite-param-row = 한 행의 텍스트 바이트 수. variant=pts에는 자체의 짧은 텍스트가 있음.
method-sqlite-param-read = variant=mix: 행을 읽는 작업의 비율. 나머지는 행을 바꿈.
method-sqlite-param-fill = variant=mix: 시작하기 전에 있는 행의 수.
method-sqlite-param-space = 데이터베이스를 위해 비어 있어야 하는 공간.
method-sqlite-param-fs = 블록 장치일 때: 먼저 만드는 파일 시스템. 담긴 것은 모두 지워짐. as-is: 만들지 않음.

# steady-cssd
method-steady-cssd-param-passes = 먼저 드라이브 전체를 쓰는 횟수. SNIA: 2.
method-steady-cssd-param-round = 라운드의 길이.
method-steady-cssd-param-rounds = 이만큼의 라운드 뒤에는 그만둠. SNIA: 25.
method-steady-cssd-param-window = 정상 상태여야 하는 라운드 수. SNIA: 5.
method-steady-cssd-param-range = 가장 큰 라운드와 가장 작은 라운드의 차이(평균에 대한 비율). SNIA: 20 %.
method-steady-cssd-param-slope = 구간에 맞춘 직선의 변화(평균에 대한 비율). SNIA: 10 %.
method-steady-cssd-param-depth = 처리 중인 요청 수.
method-steady-cssd-param-below_unit = 드라이브의 간접 단위(IU)보다 작은 랜덤 쓰기(단위를 아는 경우). raise: 단위 전체로.

# sync
method-sync-param-scale = 영역과 양에 곱하는 값. 예: 작은 매체에는 1/16.
method-sync-param-amount = 두 시험 각각의 바이트 수(배율 적용 전). 원래 방법: 1 GiB.
method-sync-param-below_unit = 드라이브의 간접 단위(IU)보다 작은 쓰기(단위를 아는 경우). run: 그래도 실행.
method-sync-param-prepare = yes: 드라이브 전체를 쓰는 precondition-cssd를 먼저 실행. done: 이미 했음. no: 드라이브를 있는 그대로.
method-sync-param-rest = 두 시험 사이에 쉬는 시간. 방법에 쉬는 시간이 있으나 길이는 밝히지 않음.

# untar
method-untar-param-files = 한 번 실행의 파일 수.
method-untar-param-sizes = 파일 크기와 그 비중.
method-untar-param-runs = 실행 횟수. 매번 새 폴더에.
method-untar-param-space = 비어 있어야 하는 공간.
method-untar-param-fs = 블록 장치일 때: 먼저 만드는 파일 시스템. 담긴 것은 모두 지워짐. as-is: 만들지 않음.

# verify
method-verify-param-depth = 골라낸 블록, 또는 모든 블록.
method-verify-param-cache = 없음을 확인할 가장 큰 은폐 캐시. auto: 8GiB.

# wsat
method-wsat-param-workload = write-intensive: RND 4 KiB 0/100. oltp: RND 8 KiB 65/35. vod: SEQ 128 KiB 90/10. metadata: SEQ 512 B 50/50.
method-wsat-param-class = 스레드 수와 깊이를 따를 규격: PTS-E 또는 PTS-C.
method-wsat-param-threads = 스레드 수(TC).
method-wsat-param-depth = 스레드마다 처리 중인 요청 수(QD).
method-wsat-param-active_range = 사전 처리하고 측정하는 드라이브의 범위. PTS-C: 100 %와 75 %.
method-wsat-param-data = 쓰는 데이터: random(필수), 또는 compress=50%.
method-wsat-param-time = 표본 하나의 길이. SNIA: 1분.
method-wsat-param-samples = 라운드의 표본 수. 마지막 것을 추적함. SNIA: 30분마다 31개.
method-wsat-param-rounds = 이만큼의 라운드 뒤에 끝남. SNIA: 6 h(2.0: 12라운드) 또는 24 h(1.1: 47라운드).
method-wsat-param-window = 정상 상태여야 하는 라운드 수. SNIA: 5.
method-wsat-param-fills = 용량을 이만큼 여러 번 쓰면 끝남. SNIA: 4.
method-wsat-param-ends = steady: 정상 상태가 되어도 끝남. written: fills에 이르거나 라운드가 모두 끝날 때만.
method-wsat-param-histogram = 응답 시간을 그릴 쓰기의 길이. SNIA: 20분.
method-wsat-param-small_writes = 드라이브의 간접 단위(IU)보다 작은 쓰기(단위를 아는 경우). run: 그래도 실행.

# xsr
method-xsr-param-form = full: 8시간, 6시간, 8시간. short: XSR-short, SD 카드와 USB 메모리를 위해 그 16분의 1.
method-xsr-param-depth = 처리 중인 요청 수. PTS: 스레드 하나에 32.
method-xsr-param-active_range = 쓰는 드라이브의 범위.
method-xsr-param-data = 쓰는 데이터: random(필수), 또는 compress=50%.
method-xsr-param-time = 앞뒤로 큰 쓰기를 하는 시간. SNIA: 8시간.
method-xsr-param-stimulus = 그 사이에 작은 쓰기를 하는 시간. SNIA: 6시간.

# zfs-slog
method-zfs-slog-param-size = 쓰는 영역. diskinfo: 드라이브 전체.
method-zfs-slog-param-time = 크기마다의 시간. diskinfo: 1초 이상.
method-zfs-slog-param-runs = 크기마다 실행 횟수. 자체적으로 정함.
method-zfs-slog-param-fs = 블록 장치일 때: 먼저 만드는 파일 시스템. 담긴 것은 모두 지워짐. as-is: 만들지 않음.

# questions and sources
method-android-question = 이 저장 장치를 Android 기기에 쓸 만한가?
method-app-consistency-question = 이 드라이브는 가득 차고 바쁠 때도 실제 사용에서 빠른가, 그리고 회복하는가?
method-app-day-question = 이 드라이브는 실제로 쓸 때 다른 드라이브와 견주어 어떤가?
method-atto-question = 이 드라이브는 어떤 블록 크기부터 최고 순차 속도에 이르는가?
method-bootbench-question = 시스템이 쓰는 동안 이 드라이브는 초당 몇 번의 읽기를 제때 처리하는가?
method-card-question = 이 카드는 어떤 카드이며, 크기별 쓰기를 어떻게 처리하는가?
method-cbw-question = 블록 크기가 섞인 서버 부하에서 이 드라이브에 요청을 얼마나 많이 보내야 하는가?
method-cdm-question = CrystalDiskMark라면 무엇을 보여 주며, 그 실행들은 서로 얼마나 다른가?
method-ceph-journal-question = 이 드라이브를 Ceph의 저널이나 선행 기록 로그로 쓸 수 있는가?
method-copy-tree-question = 이 드라이브 안에서 폴더를 복사하는 데 얼마나 걸리는가?
method-cssd-question = 이 SSD는 첫날, 사용 중, 가득 찼을 때, 가장 느릴 때 각각 어떠한가?
method-dd-read-question = 이 카드나 드라이브는 표시된 성능에 비해 얼마나 빨리 읽히는가?
method-dd-write-question = 이 카드나 드라이브는 표시된 성능에 비해 얼마나 빨리 데이터를 영구히 저장하는가?
method-dirth-question = 이 드라이브에 요청을 얼마나 많이 보내야 하는가: 어디서부터는 더 보내도 기다리기만 하는가?
method-dirty-question = 이 드라이브는 채우는 도중 어디에서 느려지고, 얼마만큼이 느린가?
method-essd-question = 이 기업용 SSD는 중고로 컴퓨터에 달았을 때, 서버에서, 끝없이 쓸 때 각각 어떠한가?
method-etcd-question = 이 드라이브는 etcd에 충분히 빠른가, 얼마나 큰 클러스터까지 되는가?
method-ezfio-question = 이 드라이브는 전체를 덮어쓴 뒤 블록 크기와 스레드 수에 따라 요청을 어떻게 처리하는가?
method-fill-drive-question = 캐시는 얼마나 크고, 그 뒤의 드라이브는 얼마나 빠르며, 캐시는 되살아나는가?
method-fsync-question = 이 드라이브에 데이터베이스, etcd, 바쁜 시스템 로그를 둘 수 있는가?
method-geometry-question = 이 드라이브는 내부가 어떻게 이루어져 있으며, 파티션과 파일 시스템을 어떻게 배치해야 하는가?
method-hir-question = 이 드라이브는 정상 상태에서 쓰기 사이에 쉬면 빨라지는가?
method-image-write-question = 이미지가 이 카드나 드라이브에 실제로 기록되기까지 얼마나 걸리는가?
method-iozone-question = 어떤 카드를 어디에 쓸 것인가: 루트 파일 시스템 같은 작은 레코드인가, 카메라 같은 큰 레코드인가?
method-k3s-question = 이 드라이브는 작은 K3s 클러스터의 서버에 충분히 빠른가?
method-latency-question = 요청 하나는 얼마나 걸리고, 가장 느린 요청은 얼마나 걸리는가?
method-low-qd-question = 읽기와 쓰기가 섞여 한 번에 1~4개씩 올 때 제품 사양은 얼마나 남는가?
method-minio-question = MinIO 같은 객체 저장소에서 이 드라이브는 얼마나 빠른가?
method-pg-fsync-question = PostgreSQL은 이 드라이브를 얼마나 기다리며, 어느 wal_sync_method가 가장 덜 기다리는가?
method-precondition-cssd-question = 컴퓨터에서 몇 달 쓴 드라이브의 상태를 한 시간 만에 만들면 어떠한가?
method-pts-iops-question = 이 드라이브는 정상 상태에서 읽기·쓰기 비율과 블록 크기별로 초당 랜덤 요청을 몇 개 처리하는가?
method-pts-latency-question = 이 드라이브는 정상 상태에서 요청 하나를 얼마나 기다리게 하는가?
method-pts-throughput-question = 이 드라이브는 정상 상태에서 큰 파일을 얼마나 빨리 읽고 쓰는가?
method-pts-question = SNIA의 전체 시험은 이 드라이브를 어떻게 평가하는가?
method-purge-question = 이후의 모든 측정은 어떤 상태에서 시작하는가?
method-pveperf-question = Proxmox VE의 pveperf는 이 저장 장치를 충분히 빠르다고 할까?
method-quick-question = 이 드라이브는 대략 얼마나 빠르며, 이상은 없는가?
method-replay-question = 이 드라이브라면 그 프로그램의 요청을 어떻게 처리했을까?
method-sd-app-question = 이 카드는 프로그램을 실행하는 데 적합하며, 이 호스트는 카드의 기능을 쓰는가?
method-sd-class-question = 이 카드는 표시된 등급 가운데 어떤 것을 받을 만한가?
method-sd-pi-question = Raspberry Pi의 자체 시험은 이 카드를 통과시키는가?
method-slc-recovery-question = 큰 복사 뒤 드라이브가 다시 빨라지기까지 얼마나 걸리며, 얼마만큼 빠른가?
method-soak-question = 작은 것을 거듭 쓸 때 이 드라이브는 멈추는가, 얼마나 오래 그리고 자주 멈추는가?
method-sqlite-question = 데이터베이스는 이 드라이브를 얼마나 기다리며, 기다리는 시간은 늘 같은가?
method-steady-cssd-question = 쉬지 못할 때 이 드라이브는 얼마나 빠르며, 그만큼 느려지기까지 얼마나 걸리는가?
method-sync-question = 데이터가 안전해질 때까지 기다리는 ZFS, Ceph, 데이터베이스에서 이 드라이브는 얼마나 빠른가?
method-untar-question = 이 드라이브에 소스, 패키지, 게임을 푸는 데 얼마나 걸리는가?
method-verify-question = 가짜이거나, 손상되었거나, 수명이 다해 가는가? 실제 용량은 얼마인가?
method-wsat-question = 이 드라이브는 첫 쓰기부터 어떻게 느려지며, 어디에서 멈추는가?
method-xsr-question = 몇 시간의 작은 쓰기 뒤에 이 드라이브의 큰 쓰기는 언제 다시 이전만큼 빨라지는가?
method-zfs-slog-question = 이 드라이브를 ZFS의 별도 로그(SLOG)로 쓸 가치가 있는가?
