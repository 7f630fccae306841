export declare function findChromium(): string | undefined
export declare const CHROMIUM_FLAGS: string[]
export declare const SHARED_TITLE: string
export declare const CONSOLE_FLAGS: string[]
export declare const WEBRTC_FLAGS: string[]
export declare function findHeadlessShell(): string | undefined
