/** What the page of one's sessions says. */
import { computed } from "@preact/signals";
import { language } from "./index";

const en = {
  title: "Where you are signed in",
  words: "Each is a browser in which someone signed in as you. End those that you do not know.",
  afterwards: {
    password: "Then change your password on the sign-in page.",
    pin: "Then have the cashier change your PIN.",
    "": "In the demo that may have been anyone on this machine.",
  },
  here: "This browser",
  another: "Another browser",
  line: (since: string, address: string, seen: string, ends: string) =>
    `Since ${since} from ${address}, last used ${seen}, ends by itself ${ends}`,
  end: "End it",
  endOthers: "End all others",
  onlyHere: "You are signed in nowhere else.",
  endTitle: (count: number) => (count === 1 ? "End one session?" : `End ${count} sessions?`),
  endWords: "Consoles that are open there close at once. Wagers that were placed stand.",
  password: "Your password",
  pin: "Your PIN",
  endNow: "End now",
  ended: (count: number) => (count === 1 ? "One session has ended." : `${count} sessions have ended.`),
  staffTitle: "Staff and devices signed in",
  staffWords: "Signing someone out ends every session of theirs. Players can be signed out by name as well.",
  staffLine: (count: number, seen: string) => `${count === 1 ? "1 session" : `${count} sessions`}, last used ${seen}`,
  nobody: "Nobody else who works here is signed in.",
  name: "Or by name",
  signOut: "Sign out everywhere",
  signOutTitle: (name: string) => `Sign ${name} out everywhere?`,
  forget: "Have lost passkeys forgotten too",
  signedOut: (name: string, count: number, keys: number) =>
    `${name}: ${count === 1 ? "one session has ended" : `${count} sessions have ended`}${keys ? `, ${keys === 1 ? "one passkey is forgotten" : `${keys} passkeys are forgotten`}` : ""}.`,
};

const zh: typeof en = {
  title: "您的登录会话",
  words: "每一项是以您的身份登录的一个浏览器。请结束您不认识的会话。",
  afterwards: {
    password: "然后在登录页更改密码。",
    pin: "然后请收银员更改您的 PIN。",
    "": "在演示中，那可能是本机上的任何人。",
  },
  here: "本浏览器",
  another: "另一个浏览器",
  line: (since, address, seen, ends) => `自 ${since} 起，来自 ${address}，最近使用 ${seen}，${ends} 自动结束`,
  end: "结束",
  endOthers: "结束其他全部会话",
  onlyHere: "您没有在别处登录。",
  endTitle: (count) => `要结束 ${count} 个会话吗？`,
  endWords: "那里打开的页面会立即关闭。已下的投注仍然有效。",
  password: "您的密码",
  pin: "您的 PIN",
  endNow: "立即结束",
  ended: (count) => `已结束 ${count} 个会话。`,
  staffTitle: "已登录的员工和设备",
  staffWords: "使某人退出会结束其全部会话。玩家也可以按姓名退出。",
  staffLine: (count, seen) => `${count} 个会话，最近使用 ${seen}`,
  nobody: "没有其他员工登录。",
  name: "或按姓名",
  signOut: "全部退出",
  signOutTitle: (name) => `要使 ${name} 全部退出吗？`,
  forget: "同时清除丢失的通行密钥",
  signedOut: (name, count, keys) => `${name}：已结束 ${count} 个会话${keys ? `，已清除 ${keys} 个通行密钥` : ""}。`,
};

export const sessionWords = computed(() => (language.value === "zh" ? zh : en));
