// Where the members of a zip archive lie that stores them as they are; the builder makes no others.

const END = 0x06054b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const HEADER_LENGTH = 30;

/** [name, start, length] of each member. */
export function findMembers(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - END_LENGTH;
  if (view.getUint32(end, true) !== END) throw new Error("not an archive of the builder's");
  const decoder = new TextDecoder();
  const found = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const name = decoder.decode(bytes.subarray(at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength));
    const header = view.getUint32(at + 42, true);
    const start = header + HEADER_LENGTH + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
    found.push([name, start, view.getUint32(at + 24, true)]);
    at += ENTRY_LENGTH + nameLength + extraLength + commentLength;
  }
  return found;
}
