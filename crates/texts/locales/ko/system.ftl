# 시스템의 오류
system-enoent = 그런 파일이나 디렉터리가 없음 (os error 2)
system-eacces = 권한이 없음 (os error 13)
system-eperm = 허용되지 않은 동작 (os error 1)
system-enospc = 장치에 남은 공간이 없음 (os error 28)
system-erofs = 읽기 전용 파일 시스템 (os error 30)
system-ebusy = 장치나 자원이 사용 중 (os error 16)
system-eio = 입출력 오류 (os error 5)
system-eexist = 파일이 있음 (os error 17)
system-enotdir = 디렉터리가 아님 (os error 20)
system-eisdir = 디렉터리임 (os error 21)
system-einval = 잘못된 인수 (os error 22)
system-enodev = 그런 장치가 없음 (os error 19)
system-enxio = 그런 장치나 주소가 없음 (os error 6)
system-enomedium = 매체가 없음 (os error 123)

# 그 밖
wrong-line = { $path }: { $why }
