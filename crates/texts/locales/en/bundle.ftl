# error
bundle-no-zip-archive-end-missing = it is no ZIP archive, or its end is missing
bundle-archive-damaged = the archive is damaged: { $what }
bundle-no-archive-kind = it is no archive of this kind: { $what }
bundle-holds-more-files-bundle = it holds more than the files of a bundle: { $what }
bundle-in-it = { $path } in it: { $what }
bundle-holds-bytes-most-read = it holds { $is_bytes } bytes; at most { $limit_bytes } are read
bundle-no-manifest-json = there is no manifest.json in it
bundle-manifest-json-cannot-read = its manifest.json cannot be read: { $reason }
bundle-format-version-not-know = it is of the format { $format }, which this version does not know
bundle-use-version-iogram-made-newer = use the version of iogram that made it, or a newer one
bundle-name-file-iogram-bundle-wrote-folder = name a file that "iogram bundle" wrote, or the folder that it was unpacked to
bundle-ask-file-again-unpack-open-folder = ask for the file again, or unpack it and open the folder: that has the files alone
bundle-ask-file-again = ask for the file again

# hide
bundle-serial-number = serial number
bundle-world-wide-name = world-wide name
bundle-computer-name = computer's name
bundle-user-name = user's name
bundle-hash-imported-file = hash of the imported file

# manifest
bundle-no-manifest-bundle = it is no manifest of a bundle
bundle-names-file = it names a file { $path }

# unpack
bundle-compressed-another-way-bundles = it is compressed in another way than bundles are
bundle-more-about-bundles-another-program-give = there is more about it than bundles have: another program may give it another name or size
bundle-beside-folder-bundle = it is beside the folder of the bundle
bundle-two-name = there are two of this name
bundle-directory-cut-off = its directory is cut off
bundle-several-volumes = it has several volumes
bundle-form-very-large-archives = it is in the form for very large archives
bundle-more-files-any-bundle = it has more files than any bundle
bundle-comment = it has a comment
bundle-bytes-behind-end = there are bytes behind its end
bundle-bytes-between-directory-end = there are bytes between its directory and its end
bundle-bytes-before-first-file = there are bytes before its first file
bundle-lies-where-another-directory = it lies where another one or the directory is
bundle-bytes-between-files-between-directory = there are bytes between its files, or between them and its directory
bundle-encrypted = it is encrypted
bundle-no-regular-file = it is no regular file
bundle-name-leads-elsewhere-none-bundles = its name leads elsewhere, or is none that bundles have
bundle-stands-before-data-not-directory-says = what stands before its data is not what the directory says
bundle-damaged-cannot-decompressed = it is damaged: it cannot be decompressed
bundle-bytes-behind-compressed-data = there are bytes behind its compressed data
bundle-another-size-archive-says = it has another size than the archive says
bundle-damaged-checksum-another = it is damaged: its checksum is another one
bundle-cut-off-not-where-directory-says = it is cut off, or is not where its directory says

# hide
bundle-label = label

# hide
bundle-path = path
