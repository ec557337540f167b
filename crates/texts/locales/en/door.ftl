# below
door-cannot-read = cannot read { $path }
door-cannot-remove = cannot remove { $path }

# draft
door-cannot-write = cannot write { $path }

# error
door-name-plain-file-read = name a plain file that you may read
door-raise-limit-files-ulimit-f-name = raise the limit for files (ulimit -f), or name another place
door-free-some-space-name-another-place = free some space, or name another place
door-name-place-write-room = name a place that you may write to and that has room

# found
door-belongs-kernel = it belongs to the kernel
door-directory = it is a directory
door-pipe-where-file-should = it is a pipe, where a file should be
door-socket-where-file-should = it is a socket, where a file should be
door-device-where-file-should = it is a device, where a file should be
door-no-file = it is no file

# outlet
door-name-another-file = name another file
door-exists = it exists
door-name-new-file-add-overwrite-replace = name a new file, or add --overwrite to replace it
door-cannot-replace = cannot replace { $path }

# place
door-cannot-look = cannot look at { $path }
door-name-file = name a file in it
door-name-new-file-instead = name a new file instead
door-link-file = it is a link to a file
door-name-file-itself-new = name the file itself, or a new one
door-link-nothing = it is a link to nothing
door-lies-among-devices-settings-kernel-where = it lies among devices and settings of the kernel, where no file is kept
door-name-file-directory-own = name a file in a directory of your own
door-cannot-make-folders = cannot make the folders of { $path }
door-cannot-open-folders = cannot open the folders of { $path }
door-cannot-make-durable = cannot make durable { $path }
door-check-spelling-make-directory-first = check the spelling, or make the directory first
door-something-no-folder-name-link = something that is no folder has its name, or a link
door-name-new-directory = name a new directory
door-cannot-open = cannot open { $path }

# private
door-look-put-move-away = look who put it there, and move it away
door-cannot-make = cannot make { $path }
door-look-try-again = look who did that, and try again
door-become-another-file-meanwhile = it has become another file meanwhile
door-name-another-file-new-made-not = name another file; a new one is made if it does not exist
door-empty-file-another-user-another-name = it is an empty file of another user, or has another name, too
door-directory-another-user = the directory is another user's
door-others-write-directory = others may write in this directory
door-another-user = it is another user's
door-look-move-away = look at what is in it, and move it away
door-others-write = others may write to it

# scratch
door-cannot-make-folder = cannot make a folder in { $path }
door-name-directory-drive = name a directory on the drive

# trusted
door-name-place-own = name a place of your own
door-link-way-another-user = a link on the way to it is another user's
door-name-new-file = name a new file

# error
door-cannot-write-why = cannot write { $path }: { $why }
door-refused-write-why = refused to write { $path }: { $why }
door-cannot-read-why = cannot read { $path }: { $why }
door-cannot-write-appeared = cannot write { $path }: something of this name appeared meanwhile
door-left-alone-result = it is left alone; the result is in { $path }

# place
door-file = it is a file
door-block-device = it is a block device
door-character-device = it is a character device
door-pipe = it is a pipe
door-socket = it is a socket
door-link = it is a link
door-something-unknown = it is something unknown
door-link-directory = it is a link to a directory
door-link-block-device = it is a link to a block device
door-link-character-device = it is a link to a character device
door-link-pipe = it is a link to a pipe
door-link-socket = it is a link to a socket
door-link-link = it is a link to a link
door-link-something-unknown = it is a link to something unknown

# private
door-name-directory-own-chmod = name a directory of your own, or: chmod go-w { $path }

# linux/held
door-used-swap = it is used as swap
door-file-of = it is the file of { $device }
door-process-writes = process { $id } ({ $name }) has it open for writing

# trusted
door-directory-not-exist = its directory does not exist

# place
door-name-shorter-most-255-bytes = name a shorter one: at most 255 bytes
door-name-too-long = its name is too long
door-name-file-result-json = name a file, such as result.json
door-names-no-file = it names no file
door-name-another-place = name another place
door-should-directory-none = what should be its directory is none

# private
door-file-something-else = it is a file of something else


# trusted
door-check-spelling = check the spelling
