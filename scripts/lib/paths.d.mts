export declare const root: string
export declare function inRoot(...parts: string[]): string
