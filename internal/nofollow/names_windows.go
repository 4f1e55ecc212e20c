package nofollow

import (
	"os"
	"syscall"
)

// Flag: Windows has no such flag; Check has looked.
const Flag = 0

// Names is how many names (hard links) a file has.
func Names(f *os.File) (int, error) {
	var info syscall.ByHandleFileInformation
	if err := syscall.GetFileInformationByHandle(syscall.Handle(f.Fd()), &info); err != nil {
		return 0, err
	}
	return int(info.NumberOfLinks), nil
}
