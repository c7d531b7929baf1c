//! The client's side of a connection: what can happen to its bytes.

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;
use std::{fmt, io};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Sleep;

/// Into how many pieces a second's bytes are cut where they are slowed down.
const PIECES: u64 = 20;

/// What happens to the bytes of a connection. Shared by its wire, its answer's body, and whoever makes faults.
#[derive(Debug, Default)]
pub(super) struct Control {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Which request is being answered.
    exchange: usize,
    flow: Flow,
    /// A partition: bytes wait for its end.
    held: bool,
    pace: Option<u64>,
    /// An event that the watch is told as its last.
    last_words: Option<String>,
    /// The body breaks off.
    cut: bool,
    wakers: [Option<Waker>; 3],
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} held={}", self.flow, self.held)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Flow {
    #[default]
    Open,
    Frozen,
    Reset,
}

/// Who asks, and is woken by a change.
#[derive(Clone, Copy)]
enum Side {
    Read,
    Write,
    Body,
}

/// What a body has to do.
pub(super) enum Order {
    Go,
    Wait,
    Cut,
    Say(String),
}

impl Control {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state, and wakes all who have waited.
    fn change(&self, change: impl FnOnce(&mut State)) {
        let wakers = {
            let mut state = self.state();
            change(&mut state);
            std::mem::take(&mut state.wakers)
        };
        wakers.into_iter().flatten().for_each(Waker::wake);
    }

    /// A request begins.
    pub(super) fn begin(&self, exchange: usize) {
        self.change(|state| {
            state.exchange = exchange;
            state.pace = None;
            state.last_words = None;
            state.cut = false;
        });
    }

    pub(super) fn hold(&self, held: bool) {
        self.change(|state| state.held = held);
    }

    pub(super) fn freeze(&self, exchange: usize) {
        self.change(|state| {
            if state.exchange == exchange && state.flow == Flow::Open {
                state.flow = Flow::Frozen;
            }
        });
    }

    pub(super) fn reset(&self) {
        self.change(|state| state.flow = Flow::Reset);
    }

    pub(super) fn pace(&self, bytes_per_second: u64) {
        self.change(|state| state.pace = Some(bytes_per_second));
    }

    pub(super) fn cut(&self) {
        self.change(|state| state.cut = true);
    }

    pub(super) fn say(&self, event: String) {
        self.change(|state| state.last_words = Some(event));
    }

    /// Until no partition holds it.
    pub(super) async fn released(&self) {
        std::future::poll_fn(|context| {
            let (_, held, _) = self.look(Side::Body, context);
            if held { Poll::Pending } else { Poll::Ready(()) }
        })
        .await;
    }

    fn look(&self, side: Side, context: &Context<'_>) -> (Flow, bool, Option<u64>) {
        let mut state = self.state();
        state.wakers[side as usize] = Some(context.waker().clone());
        (state.flow, state.held, state.pace)
    }

    /// What the body has to do now. `between`: the last event was whole.
    pub(super) fn order(&self, context: &Context<'_>, between: bool) -> Order {
        let (flow, held, _) = self.look(Side::Body, context);
        let mut state = self.state();
        if held || flow == Flow::Frozen {
            Order::Wait
        } else if state.cut || flow == Flow::Reset {
            Order::Cut
        } else if between && let Some(event) = state.last_words.take() {
            Order::Say(event)
        } else {
            Order::Go
        }
    }
}

/// The client's side of a connection.
pub(super) struct Wire {
    stream: TcpStream,
    control: Arc<Control>,
    pause: Option<Pin<Box<Sleep>>>,
}

impl Wire {
    pub(super) fn new(stream: TcpStream, control: Arc<Control>) -> Self {
        Self {
            stream,
            control,
            pause: None,
        }
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        if self.control.state().flow == Flow::Reset {
            // Without it the client would see an orderly end.
            let _ = self.stream.set_zero_linger();
        }
    }
}

fn was_reset() -> io::Error {
    io::ErrorKind::ConnectionReset.into()
}

impl AsyncRead for Wire {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let me = self.get_mut();
        match me.control.look(Side::Read, context) {
            (Flow::Reset, ..) => Poll::Ready(Err(was_reset())),
            // What the client sends is lost too; that it has gone is noticed, so that nothing piles up here.
            (Flow::Frozen, ..) => loop {
                let mut lost = [0; 4096];
                let mut lost = ReadBuf::new(&mut lost);
                ready!(Pin::new(&mut me.stream).poll_read(context, &mut lost))?;
                if lost.filled().is_empty() {
                    return Poll::Ready(Ok(()));
                }
            },
            (Flow::Open, true, _) => Poll::Pending,
            (Flow::Open, false, _) => Pin::new(&mut me.stream).poll_read(context, buffer),
        }
    }
}

impl AsyncWrite for Wire {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let me = self.get_mut();
        let (flow, held, pace) = me.control.look(Side::Write, context);
        match flow {
            Flow::Reset => return Poll::Ready(Err(was_reset())),
            Flow::Frozen => return Poll::Pending,
            Flow::Open if held => return Poll::Pending,
            Flow::Open => {}
        }
        if let Some(pause) = &mut me.pause {
            ready!(pause.as_mut().poll(context));
            me.pause = None;
        }
        let Some(pace) = pace else {
            return Pin::new(&mut me.stream).poll_write(context, bytes);
        };
        let most = usize::try_from(pace / PIECES).unwrap_or(usize::MAX).max(1);
        let piece = bytes.get(..most).unwrap_or(bytes);
        let written = ready!(Pin::new(&mut me.stream).poll_write(context, piece))?;
        let micros = (written as u64).saturating_mul(1_000_000) / pace;
        me.pause = Some(Box::pin(tokio::time::sleep(Duration::from_micros(micros))));
        Poll::Ready(Ok(written))
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}
