# error
bundle-no-zip-archive-end-missing = ZIP 파일이 아니거나 끝이 없음
bundle-archive-damaged = 압축 파일이 손상됨: { $what }
bundle-no-archive-kind = 이런 종류의 압축 파일이 아님: { $what }
bundle-holds-more-files-bundle = 묶음의 파일이 아닌 것이 들어 있음: { $what }
bundle-in-it = 그 안의 { $path }: { $what }
bundle-holds-bytes-most-read = { $is_bytes }바이트가 들어 있음. 최대 { $limit_bytes }바이트까지 읽음
bundle-no-manifest-json = 그 안에 manifest.json이 없음
bundle-manifest-json-cannot-read = manifest.json을 읽을 수 없음: { $reason }
bundle-format-version-not-know = 이 버전이 모르는 형식 { $format }임
bundle-use-version-iogram-made-newer = 그것을 만든 iogram 버전이나 더 새 버전을 쓸 것
bundle-name-file-iogram-bundle-wrote-folder = "iogram bundle"이 쓴 파일이나 그것을 푼 폴더를 지정할 것
bundle-ask-file-again-unpack-open-folder = 파일을 다시 달라고 하거나, 풀어서 폴더를 열 것. 폴더에는 파일만 있음
bundle-ask-file-again = 파일을 다시 달라고 할 것

# hide
bundle-serial-number = 일련번호
bundle-world-wide-name = 고유 이름(WWN)
bundle-computer-name = 컴퓨터 이름
bundle-user-name = 사용자 이름
bundle-hash-imported-file = 가져온 파일의 해시

# manifest
bundle-no-manifest-bundle = 묶음의 manifest가 아님
bundle-names-file = 파일 { $path }을(를) 가리킴

# unpack
bundle-compressed-another-way-bundles = 묶음과 다른 방식으로 압축됨
bundle-more-about-bundles-another-program-give = 묶음에 없는 덧정보가 있음: 다른 프로그램이 다른 이름이나 크기로 풀 수 있음
bundle-beside-folder-bundle = 묶음의 폴더 밖에 있음
bundle-two-name = 같은 이름이 둘임
bundle-directory-cut-off = 목차가 잘림
bundle-several-volumes = 여러 파일로 나뉨
bundle-form-very-large-archives = 아주 큰 압축 파일의 형식임(ZIP64)
bundle-more-files-any-bundle = 어떤 묶음보다도 파일이 많음
bundle-comment = 주석이 달림
bundle-bytes-behind-end = 끝 표시 뒤에 바이트가 있음
bundle-bytes-between-directory-end = 목차와 끝 표시 사이에 바이트가 있음
bundle-bytes-before-first-file = 첫 파일 앞에 바이트가 있음
bundle-lies-where-another-directory = 다른 파일이나 목차가 있는 곳에 놓여 있음
bundle-bytes-between-files-between-directory = 파일들 사이나 파일과 목차 사이에 바이트가 있음
bundle-encrypted = 암호화됨
bundle-no-regular-file = 일반 파일이 아님
bundle-name-leads-elsewhere-none-bundles = 이름이 다른 곳을 가리키거나, 묶음에 없는 이름임
bundle-stands-before-data-not-directory-says = 데이터 앞에 적힌 것이 목록과 다름
bundle-damaged-cannot-decompressed = 손상됨: 압축을 풀 수 없음
bundle-bytes-behind-compressed-data = 압축된 데이터 뒤에 바이트가 더 있음
bundle-another-size-archive-says = 크기가 압축 파일에 적힌 것과 다름
bundle-damaged-checksum-another = 손상됨: 검사합이 다름
bundle-cut-off-not-where-directory-says = 잘렸거나, 목차에 적힌 곳에 없음

# hide
bundle-label = 레이블

# hide
bundle-path = 경로
