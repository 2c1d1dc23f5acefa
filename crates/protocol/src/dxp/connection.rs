//! Messages over a socket: each is followed by a byte of zero.
//!
//! A thread of its own reads, so that waiting can be limited and a search ends when the other side
//! ends the game or hangs up. It reads no more than a few messages ahead.

use super::error::DxpError;
use super::message::{MAX_LENGTH, Message, MessageError};
use crate::inbox::{Inbox, Taken};
use damier_search::Signals;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// So many messages that cannot be read are passed over, then the connection is given up.
pub const MAX_GARBAGE: usize = 100;

/// Messages that are read ahead.
const AHEAD: usize = 64;

/// How long the other side may take to receive a message.
const SENDING: Duration = Duration::from_secs(30);

/// A connection to another program. Dropping it hangs up.
pub struct Connection {
    stream: TcpStream,
    incoming: Arc<Inbox<Incoming>>,
    alarm: Arc<Mutex<Alarm>>,
    /// Nothing more will come, or nothing more can be said.
    is_over: bool,
}

enum Incoming {
    Message(Result<Message, MessageError>),
    /// No more messages will come.
    End(DxpError),
}

impl Incoming {
    /// Whether a search is no longer worth while.
    fn is_urgent(&self) -> bool {
        matches!(self, Self::End(_) | Self::Message(Ok(Message::GameEnd(_))))
    }
}

/// Urgent messages that have not been looked at yet, and the search that they stop.
#[derive(Default)]
struct Alarm {
    urgent: usize,
    signals: Option<Arc<Signals>>,
}

impl Connection {
    /// Takes a stream over.
    pub fn new(stream: TcpStream) -> Result<Self, DxpError> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(SENDING))?;
        let input = stream.try_clone()?;
        let incoming = Arc::new(Inbox::new(AHEAD));
        let alarm = Arc::new(Mutex::new(Alarm::default()));
        let (inbox, bell) = (Arc::clone(&incoming), Arc::clone(&alarm));
        thread::Builder::new()
            .name("dxp input".to_owned())
            .spawn(move || read_messages(BufReader::new(input), &inbox, &bell))?;
        Ok(Self { stream, incoming, alarm, is_over: false })
    }

    /// Who is at the other end.
    pub fn peer(&self) -> Option<SocketAddr> {
        self.stream.peer_addr().ok()
    }

    /// Sends a message.
    pub fn send(&mut self, message: &Message) -> Result<(), DxpError> {
        if self.is_over {
            return Err(DxpError::Closed);
        }
        let mut bytes = message.write().into_bytes();
        bytes.push(0);
        // After half a message nothing that follows would be understood, and who does not read now
        // need not be waited for again.
        self.stream.write_all(&bytes).inspect_err(|_| self.is_over = true)?;
        Ok(())
    }

    /// The next message, or what is wrong with it; `expected` is what is waited for. A message that
    /// came before the deadline counts, whenever it is looked at; one that came later does not.
    pub fn receive(
        &mut self,
        deadline: Option<Instant>,
        expected: &'static str,
    ) -> Result<Result<Message, MessageError>, DxpError> {
        if self.is_over {
            return Err(DxpError::Closed);
        }
        loop {
            match self.incoming.take(deadline) {
                Taken::Item(incoming, _) => return self.open(incoming),
                Taken::Nothing => return Err(DxpError::TimedOut { expected }),
                Taken::End => return Err(DxpError::Closed),
                // No program does.
                Taken::Nudge => {}
            }
        }
    }

    /// The next message if it is there already.
    pub fn try_receive(&mut self) -> Result<Option<Result<Message, MessageError>>, DxpError> {
        if self.is_over {
            return Err(DxpError::Closed);
        }
        match self.incoming.take(Some(Instant::now())) {
            Taken::Item(incoming, _) => self.open(incoming).map(Some),
            Taken::Nothing | Taken::Nudge | Taken::End => Ok(None),
        }
    }

    fn open(&mut self, incoming: Incoming) -> Result<Result<Message, MessageError>, DxpError> {
        if incoming.is_urgent() {
            self.alarm.lock().unwrap_or_else(PoisonError::into_inner).urgent -= 1;
        }
        match incoming {
            Incoming::Message(message) => Ok(message),
            Incoming::End(error) => {
                self.is_over = true;
                Err(error)
            }
        }
    }

    /// Stops a search as soon as the other side ends the game or hangs up, or at once if it has.
    pub fn watch(&self, signals: &Arc<Signals>) {
        let mut alarm = self.alarm.lock().unwrap_or_else(PoisonError::into_inner);
        if alarm.urgent > 0 {
            signals.stop();
        }
        alarm.signals = Some(Arc::clone(signals));
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // Fails if the other side was faster; the reading thread ends in either case, also if it
        // waits for room.
        let _ = self.stream.shutdown(Shutdown::Both);
        self.incoming.close();
    }
}

fn read_messages(mut input: impl BufRead, inbox: &Inbox<Incoming>, alarm: &Mutex<Alarm>) {
    let mut garbage = 0;
    loop {
        let incoming = match read_message(&mut input, || inbox.is_closed()) {
            Ok(Some(message)) => Incoming::Message(message),
            Ok(None) => Incoming::End(DxpError::Closed),
            Err(error) => Incoming::End(error.into()),
        };
        let incoming = match incoming {
            Incoming::Message(Err(error)) => {
                garbage += 1;
                if garbage > MAX_GARBAGE {
                    Incoming::End(DxpError::Garbage(error))
                } else {
                    Incoming::Message(Err(error))
                }
            }
            other => other,
        };
        let is_end = matches!(incoming, Incoming::End(_));
        if incoming.is_urgent() {
            let mut alarm = alarm.lock().unwrap_or_else(PoisonError::into_inner);
            alarm.urgent += 1;
            if let Some(signals) = &alarm.signals {
                signals.stop();
            }
        }
        // Fails only if the connection was dropped, and then the rest is not missed.
        if !inbox.put(incoming, 1) || is_end {
            inbox.close();
            return;
        }
    }
}

/// Reads up to a byte of zero; `None` at the end of the input. Of a message that is too long only
/// its beginning is kept, and one without an end is read until nobody listens any more: a socket
/// that is shut down still gives what keeps coming in.
fn read_message(
    input: &mut impl BufRead,
    is_over: impl Fn() -> bool,
) -> std::io::Result<Option<Result<Message, MessageError>>> {
    let mut bytes = Vec::new();
    let count = input.by_ref().take(MAX_LENGTH as u64 + 1).read_until(0, &mut bytes)?;
    if count == 0 {
        return Ok(None);
    }
    if bytes.last() == Some(&0) {
        bytes.pop();
    } else if bytes.len() > MAX_LENGTH {
        skip_message(input, is_over)?;
        return Ok(Some(Err(MessageError::TooLong)));
    }
    Ok(Some(Message::read(&bytes)))
}

/// Reads on to a byte of zero and forgets it all.
fn skip_message(input: &mut impl BufRead, is_over: impl Fn() -> bool) -> std::io::Result<()> {
    loop {
        let bytes = input.fill_buf()?;
        let end = bytes.iter().position(|byte| *byte == 0);
        let count = end.map_or(bytes.len(), |end| end + 1);
        input.consume(count);
        if end.is_some() || count == 0 || is_over() {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;
    use std::net::TcpListener;

    fn read_all(bytes: &[u8]) -> Vec<Result<Message, MessageError>> {
        let mut input = Cursor::new(bytes);
        let mut next = || read_message(&mut input, || false).expect("memory does not fail");
        std::iter::from_fn(&mut next).collect()
    }

    #[test]
    fn a_message_without_an_end_is_read_as_long_as_somebody_listens() {
        let looks = std::cell::Cell::new(0);
        let is_over = || looks.replace(looks.get() + 1) == 10;
        let mut input = BufReader::new(std::io::repeat(b'C'));
        let message = read_message(&mut input, is_over).expect("it never ends");
        assert_eq!((message, looks.get()), (Some(Err(MessageError::TooLong)), 11));
    }

    #[test]
    fn messages_are_cut_at_zeros_and_long_ones_are_skipped() {
        let mut bytes = b"E00\0\0K1\0".to_vec();
        bytes.extend([b'x'; 1000]);
        bytes.extend(b"\0K0\0Chalf");
        let chat = Message::Chat("half".to_owned());
        let expected = [
            Message::read(b"E00"),
            Err(MessageError::Empty),
            Ok(Message::BackAcceptance { code: 1 }),
            Err(MessageError::TooLong),
            Ok(Message::BackAcceptance { code: 0 }),
            Ok(chat),
        ];
        assert_eq!(read_all(&bytes), expected);
        // The longest message there is, with its end.
        let mut longest = vec![b'C'; MAX_LENGTH];
        longest.push(0);
        assert!(matches!(&read_all(&longest)[..], [Ok(Message::Chat(_))]));
    }

    fn pair() -> (Connection, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        (Connection::new(listener.accept().unwrap().0).unwrap(), stream)
    }

    #[test]
    fn a_search_ends_when_the_game_does_or_nobody_is_left() {
        let (mut connection, mut stream) = pair();
        let signals = Arc::new(Signals::new());
        connection.watch(&signals);
        stream.write_all(b"Chello\0E00\0").unwrap();
        signals.wait(true);
        // The message has not been looked at yet, so another search would be stopped as well.
        let another = Arc::new(Signals::new());
        connection.watch(&another);
        assert!(another.is_stopped());
        assert!(matches!(connection.receive(None, "chat"), Ok(Ok(Message::Chat(_)))));
        assert!(matches!(connection.receive(None, "end"), Ok(Ok(Message::GameEnd(_)))));
        let third = Arc::new(Signals::new());
        connection.watch(&third);
        assert!(!third.is_stopped());
        drop(stream);
        third.wait(true);
        assert!(matches!(connection.receive(None, "move"), Err(DxpError::Closed)));
        assert!(matches!(connection.try_receive(), Err(DxpError::Closed)));
    }

    #[test]
    fn too_much_garbage_ends_the_connection() {
        let (mut connection, mut stream) = pair();
        stream.write_all(&[0; MAX_GARBAGE + 5]).unwrap();
        for _ in 0..MAX_GARBAGE {
            assert_eq!(connection.receive(None, "move").unwrap(), Err(MessageError::Empty));
        }
        assert!(matches!(connection.receive(None, "move"), Err(DxpError::Garbage(_))));
    }

    #[test]
    fn talk_does_not_prolong_a_wait_and_what_came_late_is_not_lost() {
        let (mut connection, mut stream) = pair();
        let deadline = Instant::now();
        stream.write_all(b"Clate\0").unwrap();
        thread::sleep(Duration::from_millis(50));
        let received = connection.receive(Some(deadline), "move");
        assert!(matches!(received, Err(DxpError::TimedOut { .. })), "{received:?}");
        let received = connection.receive(None, "chat");
        assert!(matches!(received, Ok(Ok(Message::Chat(_)))), "{received:?}");
    }

    #[test]
    fn nothing_follows_a_message_that_did_not_get_through() {
        let (mut connection, stream) = pair();
        drop(stream);
        let chat = Message::Chat("anybody there?".to_owned());
        let mut errors =
            std::iter::from_fn(|| Some(connection.send(&chat))).filter_map(Result::err);
        assert!(matches!(errors.next(), Some(DxpError::Connection(_))));
        assert!(matches!(errors.next(), Some(DxpError::Closed)));
    }

    #[test]
    fn waiting_has_an_end() {
        let (mut connection, _stream) = pair();
        assert!(connection.try_receive().unwrap().is_none());
        let soon = Some(Instant::now() + Duration::from_millis(10));
        let error = connection.receive(soon, "move").unwrap_err();
        assert_eq!(error.to_string(), "the other side was silent for too long: no move");
    }
}
