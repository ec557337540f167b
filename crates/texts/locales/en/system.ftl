# What the system says, by the names of its errors
system-enoent = No such file or directory (os error 2)
system-eacces = Permission denied (os error 13)
system-eperm = Operation not permitted (os error 1)
system-enospc = No space left on device (os error 28)
system-erofs = Read-only file system (os error 30)
system-ebusy = Device or resource busy (os error 16)
system-eio = Input/output error (os error 5)
system-eexist = File exists (os error 17)
system-enotdir = Not a directory (os error 20)
system-eisdir = Is a directory (os error 21)
system-einval = Invalid argument (os error 22)
system-enodev = No such device (os error 19)
system-enxio = No such device or address (os error 6)
system-enomedium = No medium found (os error 123)

# A part of a file, and what is wrong there
wrong-line = { $path }: { $why }
