//! What runs: the controllers that were described, on a real API server.
//!
//! Everything here works on one representation without type parameters (a kind is a value, an object is
//! its JSON), so that it is compiled once, in this crate; extractors and handlers are thin typed shells.
//!
//! | part | what it does |
//! | --- | --- |
//! | `raw`, `store` | objects as bytes with the little metadata that is needed, indexed by owner |
//! | `text`, `words` | what objects have in common is kept once |
//! | `watches` | one list-and-watch per (kind, namespace, selector, form), shared by all controllers |
//! | `list_watch` | lists, watches, and what comes after a watch has ended |
//! | `queue`, `spin` | one running reconcile per object, dirty while running, back-off per object; loops slowed down |
//! | `clock` | the clock by which objects come back, which a test can put forward |
//! | `reads` | which reconcile has read what |
//! | `controller` | permissions, stores, then workers |
//! | `own_write` | our own writes, so that others hear of them at once and the writer does not |
//! | `run`, `apply`, `drift`, `status`, `finalizer` | what one run does to the cluster, and what it need not do |
//! | `failure`, `kept`, `notes` | how a run went wrong and what is done about it; what is said in the status; what it wrote |
//! | `events` | Kubernetes events, counted where they repeat |
//! | `link` | children that labels tie to their owner, where owner references cannot reach |
//! | `permissions` | asks the API server for every declared rule before any work |
//! | `impersonate` | whom a kubeconfig wants to be taken for |
//! | `leader` | one of several copies works |
//! | `wishes` | what people ask for by annotations: rest, or an end without cleanup |
//! | `class` | which primaries are this copy's |
//! | `stop` | what runs is ended, then the lease is let go |
//! | `health` | whether the program is ready, or stuck, and why |
//! | `http`, `tls`, `metrics`, `scrape`, `logging`, `traces` | what an administrator sees |
//! | `program` | the process around it: settings, signals, exit code |

mod api;
mod apply;
mod class;
mod clock;
mod controller;
mod core;
mod drift;
mod events;
mod failure;
mod finalizer;
mod health;
mod http;
mod impersonate;
mod kept;
mod leader;
mod link;
mod list_watch;
mod logging;
mod metrics;
mod notes;
mod own_write;
mod permissions;
mod program;
mod queue;
mod raw;
mod reads;
mod run;
mod scrape;
mod spin;
mod status;
mod stop;
mod store;
mod text;
mod tls;
mod traces;
mod watches;
mod wishes;
mod words;

pub(crate) use clock::Clock;
pub(crate) use events::Event;
pub(crate) use leader::Times;
pub(crate) use program::main;
pub(crate) use run::{Place, Run};
