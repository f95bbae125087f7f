// @NAME@, a game for rootward: two players take 1 to 3 stones in turn; whoever takes the last one wins.
// `make` compiles it, `make try` has the program ask every promise of rootward/game.h, which these types mirror.
#![allow(non_upper_case_globals)]
use std::os::raw::{c_char, c_int, c_void};
use std::ptr::null;

const VERSION: u32 = 1;
const INTEGER: c_int = 0;
const TEXT_BYTES: usize = 32;

#[repr(C)]
pub union Value { integer: i64, real: f64, text: *const c_char }
#[repr(C)]
pub struct Parameter {
    name: *const c_char, help: *const c_char, kind: c_int, low: f64, high: f64, fallback: Value,
    choices: *const *const c_char,
}
#[repr(C)]
pub struct Facts {
    state_bytes: u32, most_moves: u32, move_limit: u32, most_plies: u32, seats: u32, win_draw_loss: u32, low: f64, high: f64,
    lines: u32, columns: u32, planes: u32,
}
#[repr(C)]
pub struct Random { next: Option<extern "C" fn(*mut c_void) -> u64>, stream: *mut c_void }
type Rules = *const c_void;
type View = *const c_void;
#[repr(C)]
pub struct Game {
    version: u32, name: *const c_char, help: *const c_char, parameters: *const Parameter, facts: Facts,
    start: extern "C" fn(Rules, *mut c_void),
    to_move: extern "C" fn(Rules, View) -> c_int,
    is_over: extern "C" fn(Rules, View) -> c_int,
    result: extern "C" fn(Rules, View) -> f64,
    legal: extern "C" fn(Rules, View, *mut u32) -> u32,
    play: extern "C" fn(Rules, *mut c_void, u32),
    move_text: extern "C" fn(Rules, View, u32, *mut c_char),
    open: Option<extern "C" fn(*const Value, *mut Facts, *mut *mut c_void) -> *const c_char>,
    close: Option<extern "C" fn(*mut c_void)>,
    board: Option<extern "C" fn(Rules, View, *mut c_char)>,
    cells: Option<extern "C" fn(Rules, View, *mut c_char)>,
    hash: Option<extern "C" fn(Rules, View) -> u64>,
    symmetries: u32,
    symmetric: Option<extern "C" fn(Rules, View, u32, *mut c_void)>,
    probability: Option<extern "C" fn(Rules, View, u32) -> f64>,
    draw_result: Option<extern "C" fn(Rules, View, *const Random) -> f64>,
    playout: Option<extern "C" fn(Rules, *mut c_void, *const Random, *mut u32) -> f64>,
    weights: Option<extern "C" fn(Rules, View, *const u32, u32, *mut f64)>,
    key: Option<extern "C" fn(Rules, u32) -> u32>,
    heuristic: Option<extern "C" fn(Rules, View) -> f64>,
    features: *const *const c_char,
    measure: Option<extern "C" fn(Rules, View, *mut f64)>,
    planes: Option<extern "C" fn(Rules, View, *mut u8)>,
}
unsafe impl Sync for Game {}
#[repr(transparent)]
pub struct Parameters([Parameter; 2]);
unsafe impl Sync for Parameters {}

#[repr(C)]
struct State { left: i32, mover: i32 } // a plain block of bytes: no references, no vectors
fn of(state: View) -> &'static State { unsafe { &*(state as *const State) } }
fn of_mut(state: *mut c_void) -> &'static mut State { unsafe { &mut *(state as *mut State) } }

extern "C" fn start(rules: Rules, state: *mut c_void) {
    of_mut(state).left = unsafe { (*(rules as *const Value)).integer } as i32;
}
extern "C" fn to_move(_: Rules, state: View) -> c_int { of(state).mover }
extern "C" fn is_over(_: Rules, state: View) -> c_int { (of(state).left == 0) as c_int }
extern "C" fn result(_: Rules, state: View) -> f64 { if of(state).mover == 1 { 1.0 } else { -1.0 } }
extern "C" fn legal(_: Rules, state: View, moves: *mut u32) -> u32 {
    let count = of(state).left.min(3) as u32;
    for take in 1..=count { unsafe { *moves.add(take as usize - 1) = take } }
    count
}
extern "C" fn play(_: Rules, state: *mut c_void, take: u32) {
    let s = of_mut(state);
    s.left -= take as i32;
    s.mover = 1 - s.mover;
}
extern "C" fn move_text(_: Rules, _: View, take: u32, text: *mut c_char) {
    let name = take.to_string();
    assert!(name.len() < TEXT_BYTES);
    for (i, byte) in name.bytes().chain(std::iter::once(0)).enumerate() { unsafe { *text.add(i) = byte as c_char } }
}

static PARAMETERS: Parameters = Parameters([
    Parameter { name: b"stones\0".as_ptr() as *const c_char, help: b"Stones at the start.\0".as_ptr() as *const c_char,
                kind: INTEGER, low: 1.0, high: 100.0, fallback: Value { integer: 21 }, choices: null() },
    Parameter { name: null(), help: null(), kind: 0, low: 0.0, high: 0.0, fallback: Value { integer: 0 }, choices: null() },
]);
#[no_mangle]
pub static rootward_plugin: Game = Game {
    version: VERSION, name: b"@NAME@\0".as_ptr() as *const c_char,
    help: b"Take 1 to 3 stones; who takes the last one wins.\0".as_ptr() as *const c_char,
    parameters: &PARAMETERS.0 as *const Parameter,
    facts: Facts { state_bytes: 8, most_moves: 3, move_limit: 4, most_plies: 100, seats: 2, win_draw_loss: 1, low: -1.0, high: 1.0,
                   lines: 0, columns: 0, planes: 0 },
    start, to_move, is_over, result, legal, play, move_text,
    open: None, close: None, board: None, cells: None, hash: None, symmetries: 0, symmetric: None, probability: None,
    draw_result: None, playout: None, weights: None, key: None, heuristic: None, features: null(), measure: None,
    planes: None,
};
