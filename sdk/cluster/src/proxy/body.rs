//! Bodies of answers, and what can happen to them.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use hyper::body::{Body, Bytes, Frame, Incoming};

use super::wire::{Control, Order};

/// The body of an answer.
pub(super) struct Answer {
    source: Source,
    control: Arc<Control>,
    limit: Option<Limit>,
    /// Whether the last event, or the whole, ended with a line.
    between: bool,
    done: bool,
    /// Noted as open until it is dropped.
    _open: Open,
}

enum Source {
    /// From the API server.
    Server(Incoming),
    /// The proxy's own.
    Own(Option<Bytes>),
}

/// Where a body ends before its end.
pub(super) struct Limit {
    pub(super) left: usize,
    /// As if it were whole; else the connection breaks.
    pub(super) whole: bool,
}

/// Runs a function when the answer is over.
pub(super) struct Open(Option<Box<dyn FnOnce() + Send + Sync>>);

impl Open {
    pub(super) fn new(over: impl FnOnce() + Send + Sync + 'static) -> Self {
        Self(Some(Box::new(over)))
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        if let Some(over) = self.0.take() {
            over();
        }
    }
}

impl Answer {
    pub(super) fn from_server(
        body: Incoming,
        control: Arc<Control>,
        limit: Option<Limit>,
        open: Open,
    ) -> Self {
        Self::new(Source::Server(body), control, limit, open)
    }

    pub(super) fn own(text: String, control: Arc<Control>, open: Open) -> Self {
        Self::new(Source::Own(Some(text.into())), control, None, open)
    }

    fn new(source: Source, control: Arc<Control>, limit: Option<Limit>, open: Open) -> Self {
        Self {
            source,
            control,
            limit,
            between: true,
            done: false,
            _open: open,
        }
    }
}

/// A body that breaks off.
#[derive(Debug, thiserror::Error)]
pub(super) enum Broken {
    #[error("cut by the fault proxy")]
    Cut,
    #[error("the API server's answer broke off: {0}")]
    Server(#[from] hyper::Error),
}

impl Body for Answer {
    type Data = Bytes;
    type Error = Broken;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Broken>>> {
        let me = self.get_mut();
        if me.done {
            return Poll::Ready(None);
        }
        match me.control.order(context, me.between) {
            Order::Go => {}
            Order::Wait => return Poll::Pending,
            Order::Cut => return Poll::Ready(Some(Err(Broken::Cut))),
            Order::Say(event) => {
                me.done = true;
                return Poll::Ready(Some(Ok(Frame::data(event.into()))));
            }
        }
        if let Some(limit) = &me.limit
            && limit.left == 0
        {
            me.done = true;
            return Poll::Ready((!limit.whole).then_some(Err(Broken::Cut)));
        }
        let frame = match &mut me.source {
            Source::Server(body) => ready!(Pin::new(body).poll_frame(context)).transpose()?,
            Source::Own(text) => text.take().map(Frame::data),
        };
        let Some(frame) = frame else {
            return Poll::Ready(None);
        };
        let Ok(mut data) = frame.into_data() else {
            // Trailers, which no API server sends.
            return Poll::Ready(None);
        };
        if let Some(limit) = &mut me.limit {
            data.truncate(limit.left);
            limit.left -= data.len();
        }
        me.between = data.last().is_none_or(|byte| *byte == b'\n');
        Poll::Ready(Some(Ok(Frame::data(data))))
    }
}
