export declare const packageFolder: string;
export declare const contractFolder: string;
