/** How a state feels; the colours are the theme's. */
export type Tone = 'idle' | 'info' | 'ok' | 'warn' | 'fail'
