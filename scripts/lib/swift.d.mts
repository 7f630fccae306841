export declare function findSwift():
  | { readonly python: string; readonly env: Readonly<Record<string, string>> }
  | undefined
