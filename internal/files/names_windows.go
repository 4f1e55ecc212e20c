package files

import (
	"os"
	"syscall"
)

// NoFollow: Windows has no such flag; CheckNoLink has looked.
const NoFollow = 0

// CountNames is how many names (hard links) a file has.
func CountNames(f *os.File) (int, error) {
	var info syscall.ByHandleFileInformation
	if err := syscall.GetFileInformationByHandle(syscall.Handle(f.Fd()), &info); err != nil {
		return 0, err
	}
	return int(info.NumberOfLinks), nil
}
