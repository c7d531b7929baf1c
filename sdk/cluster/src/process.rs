//! Starts, recognises and ends the processes of a cluster. They outlive the process that started them.

use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use fs_err as fs;
use rustix::process::{Pid, Signal, kill_process};

use crate::state::Layout;
use crate::{Assets, Error, Program, Result, files};

/// In the order in which they are ended: who uses another goes before it.
const ORDER: [Program; 3] = [Program::ControllerManager, Program::ApiServer, Program::Etcd];
/// A killed process is gone in milliseconds, unless the disk keeps it.
const GONE: Duration = Duration::from_secs(20);
const POLL: Duration = Duration::from_millis(5);

/// Starts a program detached from this process and notes its pid.
pub(crate) fn start(layout: &Layout, assets: &Assets, program: Program, arguments: &[String]) -> Result<()> {
    let noted = serde_json::to_vec(arguments).map_err(std::io::Error::from)?;
    files::write(&layout.arguments(program), noted)?;
    let log = fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(layout.log(program))?;
    let (log, errors): (std::fs::File, std::fs::File) = (log.try_clone()?.into(), log.into());
    let mut child = Command::new(assets.path(program))
        .args(arguments)
        .current_dir(layout.folder())
        .stdin(Stdio::null())
        .stdout(log)
        .stderr(errors)
        // A group of its own: Ctrl-C and the end of the terminal reach the foreground group only.
        .process_group(0)
        .spawn()
        .map_err(|error| {
            std::io::Error::new(
                error.kind(),
                format!("{}: {error}", assets.path(program).display()),
            )
        })?;
    let noted = files::write(&layout.pid(program), child.id().to_string());
    if noted.is_err() {
        // A process that nobody can find must not live on.
        let _ = child.kill();
    }
    // Somebody must wait for it, or it stays a zombie as long as this process lives.
    std::thread::Builder::new()
        .name(format!("wait-{program}"))
        .spawn(move || child.wait())?;
    Ok(noted?)
}

/// The pid of a program of this cluster, if it runs.
pub(crate) fn running(layout: &Layout, program: Program) -> Option<u32> {
    let pid = fs::read_to_string(layout.pid(program))
        .ok()?
        .trim()
        .parse()
        .ok()?;
    is_ours(layout, program, &command_line(pid)?).then_some(pid)
}

/// Pids are used again, so a pid alone proves nothing: every program of a cluster is started with a flag that
/// names a file in the cluster's folder.
fn is_ours(layout: &Layout, program: Program, command_line: &str) -> bool {
    command_line.contains(program.name())
        && command_line.contains(&format!("={}/", layout.folder().display()))
}

/// The command line of a process that lives.
fn command_line(pid: u32) -> Option<String> {
    if cfg!(target_os = "linux") {
        // Empty for a zombie, but for a moment also for a process that is just beginning.
        for _ in 0..100 {
            let bytes = fs::read(format!("/proc/{pid}/cmdline")).ok()?;
            if !bytes.is_empty() {
                return Some(String::from_utf8_lossy(&bytes).replace('\0', " "));
            }
            if fs::read_to_string(format!("/proc/{pid}/status"))
                .ok()?
                .contains("\nState:\tZ")
            {
                return None;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        return None;
    }
    let output = Command::new("ps")
        .args(["-ww", "-o", "command=", "-p", &pid.to_string()])
        .output()
        .ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Kills a program of a cluster, if it runs, and waits until it is gone.
pub(crate) fn kill(layout: &Layout, program: Program) -> Result<()> {
    let Some(pid) = running(layout, program) else {
        return Ok(());
    };
    // Not SIGTERM: an API server then waits for its open watches.
    if let Some(target) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
        match kill_process(target, Signal::KILL) {
            Ok(()) | Err(rustix::io::Errno::SRCH) => {}
            Err(error) => {
                return Err(Error::Signal {
                    pid,
                    source: error.into(),
                });
            }
        }
    }
    let deadline = Instant::now() + GONE;
    while running(layout, program).is_some() {
        if Instant::now() > deadline {
            return Err(Error::Stuck { program, pid });
        }
        std::thread::sleep(POLL);
    }
    Ok(())
}

/// Starts a program once more, with the arguments that it had.
pub(crate) fn start_again(layout: &Layout, assets: &Assets, program: Program) -> Result<()> {
    let arguments = fs::read(layout.arguments(program))?;
    let arguments: Vec<String> = serde_json::from_slice(&arguments).map_err(std::io::Error::from)?;
    start(layout, assets, program, &arguments)
}

/// Ends all processes of a cluster and removes its folder. Nothing is left to save: the cluster is gone with it.
pub(crate) fn end(layout: &Layout) -> Result<()> {
    for program in ORDER {
        kill(layout, program)?;
    }
    match fs::remove_dir_all(layout.folder()) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::env::Places;

    fn layout(folder: &tempfile::TempDir) -> Layout {
        let path = folder.path().to_owned();
        let layout = Layout::of(
            &Places {
                kubebuilder_assets: None,
                cache: path.clone(),
                state: path,
            },
            "test",
        )
        .unwrap();
        layout.create().unwrap();
        layout
    }

    #[test]
    fn a_pid_that_another_process_got_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let layout = layout(&folder);
        files::write(&layout.pid(Program::Etcd), std::process::id().to_string()).unwrap();
        assert_eq!(running(&layout, Program::Etcd), None);
        // Would end this very test otherwise.
        end(&layout).unwrap();
        assert!(!layout.folder().exists());
    }

    #[test]
    fn recognises_by_program_and_folder() {
        let folder = tempfile::tempdir().unwrap();
        let layout = layout(&folder);
        let path = layout.folder().display();
        assert!(is_ours(
            &layout,
            Program::Etcd,
            &format!("/x/etcd --data-dir={path}/etcd")
        ));
        assert!(!is_ours(
            &layout,
            Program::Etcd,
            &format!("/x/etcd --data-dir={path}-2/etcd")
        ));
        assert!(!is_ours(
            &layout,
            Program::ApiServer,
            &format!("/x/etcd --data-dir={path}/etcd")
        ));
    }

    #[test]
    fn starts_and_ends_a_process() {
        let folder = tempfile::tempdir().unwrap();
        let layout = layout(&folder);
        let assets = Assets::in_folder(folder.path().to_owned());
        // Any program that waits will do; `tail -f` takes the flag that marks it as ours.
        let tail = ["/usr/bin/tail", "/bin/tail"]
            .into_iter()
            .find(|path| fs::metadata(path).is_ok())
            .unwrap();
        std::os::unix::fs::symlink(tail, assets.path(Program::Etcd)).unwrap();
        let arguments = [
            "-f".to_owned(),
            "/dev/null".to_owned(),
            format!("--pid={}/x", layout.folder().display()),
        ];
        // GNU tail refuses that flag and ends at once: the thread must have reaped it.
        start(&layout, &assets, Program::Etcd, &arguments).unwrap();
        let deadline = Instant::now() + Duration::from_secs(10);
        while running(&layout, Program::Etcd).is_some() && Instant::now() < deadline {
            std::thread::sleep(POLL);
        }
        assert_eq!(running(&layout, Program::Etcd), None);
        assert!(!files::end_of_log(&layout.log(Program::Etcd)).is_empty());
        end(&layout).unwrap();
    }
}
