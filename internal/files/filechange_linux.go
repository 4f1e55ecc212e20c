package files

import (
	"context"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// ended are the last events of a file: it was replaced or removed. If another process still has it
// open, only a change of attributes is reported.
const ended = unix.IN_DELETE_SELF | unix.IN_MOVE_SELF | unix.IN_ATTRIB | unix.IN_IGNORED

// Watch sends after every change of the file, once for several in a row, until ctx ends. The
// channel is closed when no more events can come, such as after the file was replaced; it is nil if
// the system reports no changes. Some file systems report changes by this machine only, so callers
// also poll from time to time.
func Watch(ctx context.Context, path string) <-chan struct{} {
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		return nil // a user may have only so many of them
	}
	if _, err := unix.InotifyAddWatch(fd, path, unix.IN_MODIFY|unix.IN_DELETE_SELF|unix.IN_MOVE_SELF|unix.IN_ATTRIB); err != nil {
		unix.Close(fd)
		return nil
	}
	events := os.NewFile(uintptr(fd), "inotify") // waiting for it takes no thread
	told := make(chan struct{}, 1)
	stop := context.AfterFunc(ctx, func() { events.Close() })
	go func() {
		defer close(told)
		defer events.Close()
		defer stop()
		var buffer [64 * (unix.SizeofInotifyEvent + unix.NAME_MAX + 1)]byte
		for {
			n, err := events.Read(buffer[:])
			if err != nil {
				return
			}
			select {
			case told <- struct{}{}:
			default:
			}
			if over(buffer[:n]) {
				return
			}
		}
	}()
	return told
}

// over reports whether one of the events may be a file's last.
func over(events []byte) bool {
	for len(events) >= unix.SizeofInotifyEvent {
		e := (*unix.InotifyEvent)(unsafe.Pointer(&events[0]))
		if e.Mask&ended != 0 {
			return true
		}
		events = events[min(len(events), unix.SizeofInotifyEvent+int(e.Len)):]
	}
	return false
}
