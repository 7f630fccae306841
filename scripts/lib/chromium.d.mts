export declare function findChromium(): string | undefined
export declare const CHROMIUM_FLAGS: string[]
export declare const WEBRTC_FLAGS: string[]
