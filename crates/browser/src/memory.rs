//! Bytes that scripts hand over.
#![expect(unsafe_code, reason = "scripts see nothing but memory")]

/// Room for so many bytes, which the script fills and then hands over to one of the exports.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    let mut bytes = vec![0_u8; length].into_boxed_slice();
    let start = bytes.as_mut_ptr();
    std::mem::forget(bytes);
    start
}

/// A text that a script has handed over, once.
pub(crate) fn taken(start: *mut u8, length: usize) -> String {
    let bytes = std::ptr::slice_from_raw_parts_mut(start, length);
    // SAFETY: the script got these bytes from `allocate` with the same length, and passes them on
    // once.
    let bytes = unsafe { Box::from_raw(bytes) };
    String::from_utf8_lossy(&bytes).into_owned()
}
