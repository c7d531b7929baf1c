//! What all connections of a proxy share: its rules, its record, what is open.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio_rustls::{TlsAcceptor, TlsConnector};

use super::fault::Effect;
use super::forward::event;
use super::wire::Control;
use super::{Fault, Request};

/// What all connections share.
pub(super) struct Shared {
    pub(super) server: SocketAddr,
    pub(super) acceptor: TlsAcceptor,
    pub(super) connector: TlsConnector,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    faults: Vec<Fault>,
    requests: Vec<Request>,
    /// Requests that are not over, by their number.
    open: BTreeMap<usize, Arc<Control>>,
    connections: Vec<Weak<Control>>,
    partitioned: bool,
}

impl Shared {
    pub(super) fn new(server: SocketAddr, acceptor: TlsAcceptor, connector: TlsConnector) -> Self {
        Self {
            server,
            acceptor,
            connector,
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A connection begins.
    pub(super) fn connected(&self) -> Arc<Control> {
        let mut state = self.state();
        let control = Arc::new(Control::default());
        control.hold(state.partitioned);
        state.connections.retain(|one| one.strong_count() > 0);
        state.connections.push(Arc::downgrade(&control));
        control
    }

    /// A request begins: its number, and what shall happen to it. All delays and paces act, and the first of the
    /// other faults.
    pub(super) fn begin(&self, mut request: Request, control: &Arc<Control>) -> (usize, Vec<Effect>) {
        let mut state = self.state();
        let number = state.requests.len();
        control.begin(number);
        let mut effects = Vec::new();
        let mut struck = false;
        for fault in &mut state.faults {
            let more = matches!(fault.effect, Effect::Delay(_) | Effect::Pace(_));
            if (more || !struck) && fault.acts(&request) {
                request.fault = Some(fault.effect.name());
                effects.push(fault.effect.clone());
                struck |= !more;
            }
        }
        state.requests.push(request);
        state.open.insert(number, Arc::clone(control));
        (number, effects)
    }

    pub(super) fn answered(&self, number: usize, code: u16) {
        if let Some(request) = self.state().requests.get_mut(number) {
            request.code = Some(code);
        }
    }

    pub(super) fn over(&self, number: usize) {
        self.state().open.remove(&number);
    }

    pub(super) fn add(&self, fault: Fault) {
        self.state().faults.push(fault);
    }

    /// Lets a fault act at once on what is open; gives on how many.
    pub(super) fn strike(&self, mut fault: Fault) -> usize {
        let mut struck = 0;
        let mut state = self.state();
        let State { requests, open, .. } = &mut *state;
        for (number, control) in open {
            let Some(request) = requests.get_mut(*number) else {
                continue;
            };
            if !fault.acts(request) {
                continue;
            }
            request.fault = Some(fault.effect.name());
            struck += 1;
            match &fault.effect {
                Effect::Silence | Effect::LoseAnswer | Effect::Freeze(_) => control.freeze(*number),
                Effect::Reset => control.reset(),
                Effect::Cut(_) | Effect::Truncate(_) => control.cut(),
                Effect::Answer { code, retry_after } | Effect::WatchError { code, retry_after } => {
                    control.say(event(*code, *retry_after));
                }
                Effect::Pace(pace) => control.pace(*pace),
                Effect::Delay(_) => {}
            }
        }
        struck
    }

    pub(super) fn partition(&self, partitioned: bool) {
        let mut state = self.state();
        state.partitioned = partitioned;
        for control in state.connections.iter().filter_map(Weak::upgrade) {
            control.hold(partitioned);
        }
    }

    pub(super) fn forget_faults(&self) {
        self.state().faults.clear();
    }

    pub(super) fn requests(&self) -> Vec<Request> {
        self.state().requests.clone()
    }

    pub(super) fn count(&self, from: usize, fits: impl Fn(&Request) -> bool) -> usize {
        let state = self.state();
        let later = state.requests.get(from..).unwrap_or_default();
        later.iter().filter(|request| fits(request)).count()
    }

    pub(super) fn seen(&self) -> usize {
        self.state().requests.len()
    }

    pub(super) fn open(&self, fits: impl Fn(&Request) -> bool) -> usize {
        let state = self.state();
        let requests = state.open.keys().filter_map(|number| state.requests.get(*number));
        requests.filter(|request| fits(request)).count()
    }
}
