/** @param version such as 24.21.0 */
export declare function isNewEnough(version: string): boolean
/** Its executable; undefined where this system has none. */
export declare function packagedNode(): string | undefined
/** Why there is no Node that can be used; undefined where there is one. */
export declare function nodeFault(): string | undefined
/** What Node runs the service with. */
export declare const SERVICE_FLAGS: readonly string[]
