//! Copies that seek one lease, on an API server of a few lines and with a clock that is only turned forward.

use std::sync::{Arc, Mutex, MutexGuard};

use kube::core::Status;
use tokio::task::JoinHandle;

use super::*;

/// What a copy's requests meet with.
#[derive(Clone, Copy)]
enum Fault {
    Status(u16),
    Slow(Duration),
    Hangs,
}

/// A lease as an API server keeps it.
#[derive(Default)]
struct Server {
    lease: Option<Lease>,
    version: u64,
    updates: usize,
}

impl Server {
    fn store(&mut self, mut lease: Lease) -> Lease {
        self.version += 1;
        lease.metadata.resource_version = Some(self.version.to_string());
        self.lease = Some(lease.clone());
        lease
    }

    fn record(&self) -> Record {
        Record::of(self.lease.as_ref().and_then(|lease| lease.spec.as_ref()))
    }
}

/// One copy's way to the server.
#[derive(Clone)]
struct Way {
    server: Arc<Mutex<Server>>,
    fault: Arc<Mutex<Option<Fault>>>,
}

impl Way {
    async fn pass(&self) -> Result<MutexGuard<'_, Server>, kube::Error> {
        let fault = *self.fault.lock().unwrap();
        match fault {
            None => {}
            Some(Fault::Status(code)) => return Err(refused(code)),
            Some(Fault::Slow(pause)) => sleep(pause).await,
            Some(Fault::Hangs) => std::future::pending().await,
        }
        Ok(self.server.lock().unwrap())
    }
}

fn refused(code: u16) -> kube::Error {
    kube::Error::Api(Box::new(Status::failure("refused", "Refused").with_code(code)))
}

impl Leases for Way {
    async fn get(&self) -> Result<Option<Lease>, kube::Error> {
        Ok(self.pass().await?.lease.clone())
    }

    async fn create(&self, lease: Lease) -> Result<Lease, kube::Error> {
        let mut server = self.pass().await?;
        match server.lease {
            Some(_) => Err(refused(409)),
            None => Ok(server.store(lease)),
        }
    }

    async fn update(&self, lease: Lease) -> Result<Lease, kube::Error> {
        let mut server = self.pass().await?;
        server.updates += 1;
        let known = server
            .lease
            .as_ref()
            .map(|known| known.metadata.resource_version.clone());
        match known {
            None => Err(refused(404)),
            Some(version) if version != lease.metadata.resource_version => Err(refused(409)),
            Some(_) => Ok(server.store(lease)),
        }
    }

    fn name(&self) -> String {
        "ns/op".to_owned()
    }
}

/// A copy that runs.
struct Runs {
    fault: Arc<Mutex<Option<Fault>>>,
    led: Arc<Mutex<Option<Instant>>>,
    release: Option<oneshot::Sender<()>>,
    task: JoinHandle<(Result<(), Lost>, Instant)>,
}

impl Runs {
    fn start(server: &Arc<Mutex<Server>>, name: &str) -> Self {
        let fault = Arc::new(Mutex::new(None));
        let led = Arc::new(Mutex::new(None));
        let (release, released) = oneshot::channel();
        let way = Way {
            server: Arc::clone(server),
            fault: Arc::clone(&fault),
        };
        let times = Times::default();
        let campaign = Campaign::new(way, Election::new(name.to_owned(), times.lease), times);
        let since = Arc::clone(&led);
        let task = tokio::spawn(async move {
            let told = |_| *since.lock().unwrap() = Some(Instant::now());
            let ended = campaign.run(told, released).await;
            (ended, Instant::now())
        });
        Self {
            fault,
            led,
            release: Some(release),
            task,
        }
    }

    fn set(&self, fault: Option<Fault>) {
        *self.fault.lock().unwrap() = fault;
    }

    fn leads(&self) -> bool {
        self.led.lock().unwrap().is_some() && !self.task.is_finished()
    }

    /// How it ended, and when.
    async fn ended(self) -> (String, Instant) {
        let (ended, at) = self.task.await.unwrap();
        (
            ended.map_or_else(|lost| lost.to_string(), |()| "released".to_owned()),
            at,
        )
    }
}

async fn seconds(count: u64) {
    sleep(Duration::from_secs(count)).await;
}

/// The first of two leads, the second stands by.
async fn two() -> (Arc<Mutex<Server>>, Runs, Runs) {
    let server = Arc::new(Mutex::new(Server::default()));
    let first = Runs::start(&server, "a");
    seconds(1).await;
    let second = Runs::start(&server, "b");
    seconds(1).await;
    assert!(first.leads() && !second.leads());
    (server, first, second)
}

#[tokio::test(start_paused = true)]
async fn one_leads_and_the_lease_is_renewed_without_being_read() {
    let (server, first, second) = two().await;
    let before = server.lock().unwrap().updates;
    seconds(3600).await;
    assert!(first.leads() && !second.leads());
    assert_eq!(
        server.lock().unwrap().updates - before,
        1800,
        "one every two seconds"
    );
    assert_eq!(server.lock().unwrap().record().transitions, 0);
}

#[tokio::test(start_paused = true)]
async fn a_lease_that_is_let_go_is_taken_within_a_few_seconds() {
    let (server, mut first, second) = two().await;
    seconds(60).await;
    first.release.take().unwrap().send(()).unwrap();
    let (ended, at) = first.ended().await;
    assert_eq!(ended, "released");
    assert_eq!(server.lock().unwrap().record().holder, "");
    assert_eq!(server.lock().unwrap().record().seconds, 1);
    seconds(3).await;
    assert!(second.leads());
    let led = second.led.lock().unwrap().unwrap();
    assert!(led - at < Duration::from_millis(2500), "{:?}", led - at);
    assert_eq!(server.lock().unwrap().record().transitions, 1);
}

#[tokio::test(start_paused = true)]
async fn a_leader_that_is_killed_is_replaced_when_its_lease_has_run_out() {
    let (_, first, second) = two().await;
    seconds(60).await;
    let killed = Instant::now();
    first.task.abort();
    seconds(25).await;
    let led = second.led.lock().unwrap().unwrap();
    let took = led - killed;
    // Two seconds since the last renewal, two until it was seen, and two until the next look.
    let (earliest, latest) = (Duration::from_secs(13), Duration::from_secs(20));
    assert!(earliest <= took && took < latest, "{took:?}");
}

#[tokio::test(start_paused = true)]
async fn what_a_leader_survives() {
    for (name, fault, lasts) in [
        ("refused", Fault::Status(403), 5),
        ("a server in trouble", Fault::Status(500), 5),
        ("conflicts", Fault::Status(409), 5),
        ("one request that hangs", Fault::Hangs, 4),
        (
            "slow answers, all the time",
            Fault::Slow(Duration::from_millis(2900)),
            600,
        ),
    ] {
        let (_, first, second) = two().await;
        first.set(Some(fault));
        seconds(lasts).await;
        first.set(None);
        seconds(60).await;
        assert!(first.leads() && !second.leads(), "{name}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_leader_that_cannot_renew_stops_before_another_begins() {
    for (name, fault, reason) in [
        ("refused", Fault::Status(403), "refused (403)"),
        ("a server in trouble", Fault::Status(500), "refused (500)"),
        ("nothing answers", Fault::Hangs, "no answer"),
    ] {
        let (_, first, second) = two().await;
        seconds(30).await;
        first.set(Some(fault));
        let cut = Instant::now();
        let (ended, at) = first.ended().await;
        assert_eq!(
            ended,
            format!("the lease `ns/op` could not be renewed for 10s: {reason}"),
            "{name}"
        );
        assert!(at - cut <= Duration::from_secs(10), "{name}: {:?}", at - cut);
        seconds(20).await;
        let led = second.led.lock().unwrap().unwrap();
        assert!(led - at >= Duration::from_secs(4), "{name}: {:?}", led - at);
    }
}

#[tokio::test(start_paused = true)]
async fn a_lease_that_is_deleted_is_made_again_by_the_one_that_leads() {
    let (server, first, second) = two().await;
    for _ in 0..20 {
        server.lock().unwrap().lease = None;
        seconds(7).await;
    }
    assert!(first.leads() && !second.leads());
    assert_eq!(server.lock().unwrap().record().holder, "a");
}

#[tokio::test(start_paused = true)]
async fn a_lease_that_is_taken_by_force_is_lost_at_once() {
    let (server, first, _second) = two().await;
    {
        let mut server = server.lock().unwrap();
        let mut lease = server.lease.clone().unwrap();
        lease.spec.as_mut().unwrap().holder_identity = Some("c".to_owned());
        server.store(lease);
    }
    let taken = Instant::now();
    let (ended, at) = first.ended().await;
    assert_eq!(ended, "`c` has taken the lease `ns/op`");
    assert!(at - taken <= Duration::from_secs(2));
}

#[tokio::test(start_paused = true)]
async fn of_ten_copies_never_two_lead_at_a_time() {
    let server = Arc::new(Mutex::new(Server::default()));
    let mut copies: Vec<Runs> = (0..10)
        .map(|number| Runs::start(&server, &format!("copy-{number}")))
        .collect();
    for round in 0..9 {
        for _ in 0..250 {
            sleep(Duration::from_millis(100)).await;
            let leading = copies.iter().filter(|copy| copy.leads()).count();
            assert!(leading <= 1, "{leading} lead in round {round}");
        }
        let leader = copies.iter_mut().find(|copy| copy.leads());
        let leader = leader.expect("one leads after 25 seconds");
        match round % 3 {
            0 => leader.release.take().unwrap().send(()).unwrap(),
            1 => leader.task.abort(),
            _ => leader.set(Some(Fault::Hangs)),
        }
    }
    seconds(25).await;
    assert!(copies.iter().filter(|copy| copy.leads()).count() == 1);
    assert_eq!(server.lock().unwrap().record().transitions, 9);
}
