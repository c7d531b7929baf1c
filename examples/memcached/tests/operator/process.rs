//! The program as a process of its own: its log, its probes, its end.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::time::Instant;

use kopr::prelude::*;
use serde_json::Value;

/// The program, and what it has logged so far.
pub struct Program {
    child: Child,
    log: Arc<Mutex<String>>,
}

impl Program {
    /// With nothing in its environment but that.
    pub fn start(kubeconfig: &Path, environment: &[(&str, &str)]) -> Result<Self> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_memcached-operator"))
            .env_clear()
            .env("KUBECONFIG", kubeconfig)
            .envs(environment.iter().copied())
            .stderr(Stdio::piped())
            .spawn()?;
        let log = Arc::new(Mutex::new(String::new()));
        let (out, stderr) = (Arc::clone(&log), child.stderr.take().expect("it is piped"));
        std::thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(|line| line.ok()) {
                let mut log = out.lock().expect("nothing panics with it");
                log.push_str(&line);
                log.push('\n');
            }
        });
        Ok(Self { child, log })
    }

    #[allow(dead_code, reason = "for another program of tests that shares this file")]
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    #[allow(dead_code, reason = "for another program of tests that shares this file")]
    pub fn runs(&mut self) -> Result<bool> {
        Ok(self.child.try_wait()?.is_none())
    }

    pub fn log(&self) -> String {
        self.log.lock().expect("nothing panics with it").clone()
    }

    /// The first line of a JSON log whose message contains the text.
    pub async fn line(&self, text: &str) -> Value {
        for _ in 0..400 {
            let log = self.log();
            let mut lines = log.lines().filter_map(|line| serde_json::from_str(line).ok());
            let found = |line: &Value| line["message"].as_str().is_some_and(|found| found.contains(text));
            if let Some(line) = lines.find(found) {
                return line;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        panic!("no line with `{text}`:\n{}", self.log());
    }

    pub fn terminate(&self) -> Result<()> {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status()?.success());
        Ok(())
    }

    /// Ends it as a machine that fails does: it can do nothing about it.
    pub fn kill(&mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    pub async fn ended(&mut self, within: Duration) -> Result<ExitStatus> {
        let until = Instant::now() + within;
        while Instant::now() < until {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status);
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("it runs still after {within:?}:\n{}", self.log());
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It has ended unless the test failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn free_address() -> Result<String> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    Ok(listener.local_addr()?.to_string())
}

/// Status code and body; code 0 while nobody listens.
pub fn get(address: &str, path: &str) -> Result<(u16, String)> {
    let Ok(mut stream) = TcpStream::connect(address) else {
        return Ok((0, String::new()));
    };
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n"
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let code = answer.split(' ').nth(1).and_then(|code| code.parse().ok());
    let body = answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned());
    Ok((code.unwrap_or_default(), body.unwrap_or_default()))
}

pub async fn wait_ready(health: &str) -> Result<()> {
    for _ in 0..800 {
        if get(health, "/readyz")?.0 == 200 {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    Err(kopr::Error::message("it is not ready"))
}
