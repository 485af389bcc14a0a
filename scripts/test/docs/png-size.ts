/** Returns the size of a PNG in pixels. @throws for other files */
export function pngSize(bytes: Buffer): { width: number; height: number } {
  const isPng = bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a';
  if (!isPng || bytes.subarray(12, 16).toString('latin1') !== 'IHDR') throw new Error('No PNG');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
