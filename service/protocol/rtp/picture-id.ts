/** Bits of a picture id of VP8 (RFC 7741 4.2) or VP9 (RFC 9628 4.2); 0 where there is none. */
export type PictureIdBits = 0 | 7 | 15
