import type { Child, VNode } from "./preact.js";
declare const htm: {
  bind(
    h: (type: unknown, props: object | null, ...children: Child[]) => VNode,
  ): (strings: TemplateStringsArray, ...values: unknown[]) => VNode;
};
export default htm;
