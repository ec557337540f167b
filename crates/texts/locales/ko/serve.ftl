# error
serve-cannot-serve-drive-no-dev-fuse = 드라이브를 제공할 수 없음: /dev/fuse가 없음
serve-cannot-open-dev-fuse = /dev/fuse를 열 수 없음
serve-cannot-serve-drive = { $directory }에서 드라이브를 제공할 수 없음: { $why }
serve-cannot-mount = { $directory }을(를) 마운트할 수 없음
serve-cannot-unmount-use = { $directory }을(를) 마운트 해제할 수 없음: 사용 중임
serve-cannot-unmount = { $directory }을(를) 마운트 해제할 수 없음
serve-cannot-make-temporary-file-drive-contents = 드라이브의 내용을 담을 임시 파일을 만들 수 없음
serve-cannot-start-thread-drive = 드라이브의 스레드를 시작할 수 없음
serve-load-sudo-modprobe-fuse-containers-need = 불러올 것: sudo modprobe fuse. 컨테이너에는 --device /dev/fuse 가 필요함
serve-run-root = root로 실행할 것
serve-name-empty-directory-write = 쓸 수 있는 빈 디렉터리를 지정할 것
serve-run-root-install-fusermount3-sudo-apt = root로 실행하거나 fusermount3을 설치할 것: sudo apt-get install fuse3
serve-end-uses-file-umount-losetup-detach = 파일을 쓰는 것을 끝낼 것: umount, losetup --detach, 또는 닫기
serve-fusermount3-u-dir-umount-dir-root = fusermount3 -u DIR, 또는 root로 umount DIR
serve-tmpdir-names-another-directory-temporary-files = TMPDIR 로 임시 파일을 둘 다른 디렉터리를 지정할 것
serve-end-other-programs-first = 먼저 다른 프로그램을 끝낼 것

# session
serve-link-name-directory-leads = 링크임: 링크가 가리키는 디렉터리를 지정할 것
serve-drive-served-program-killed-unmount-first = 강제 종료된 프로그램이 그곳에 드라이브를 제공하고 있었음: 먼저 마운트를 해제할 것(fusermount3 -u DIRECTORY)
serve-not-directory = 디렉터리가 아님
serve-no-directory = 그런 디렉터리가 없음
serve-not-empty = 비어 있지 않음
