# error
serve-cannot-serve-drive-no-dev-fuse = cannot serve a drive: there is no /dev/fuse
serve-cannot-open-dev-fuse = cannot open /dev/fuse
serve-cannot-serve-drive = cannot serve a drive in { $directory }: { $why }
serve-cannot-mount = cannot mount { $directory }
serve-cannot-unmount-use = cannot unmount { $directory }: it is in use
serve-cannot-unmount = cannot unmount { $directory }
serve-cannot-make-temporary-file-drive-contents = cannot make a temporary file for the drive's contents
serve-cannot-start-thread-drive = cannot start a thread for the drive
serve-load-sudo-modprobe-fuse-containers-need = load it with: sudo modprobe fuse; containers need --device /dev/fuse
serve-run-root = run it as root
serve-name-empty-directory-write = name an empty directory that you may write
serve-run-root-install-fusermount3-sudo-apt = run it as root, or install fusermount3: sudo apt-get install fuse3
serve-end-uses-file-umount-losetup-detach = end what uses the file: umount, losetup --detach, or close it
serve-fusermount3-u-dir-umount-dir-root = fusermount3 -u DIR, or umount DIR as root
serve-tmpdir-names-another-directory-temporary-files = TMPDIR names another directory for temporary files
serve-end-other-programs-first = end other programs first

# session
serve-link-name-directory-leads = it is a link: name the directory that it leads to
serve-drive-served-program-killed-unmount-first = a drive was served there by a program that was killed: unmount it first (fusermount3 -u DIRECTORY)
serve-not-directory = it is not a directory
serve-no-directory = there is no such directory
serve-not-empty = it is not empty
