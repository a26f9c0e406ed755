"""Which Chinese sentences of an agent tell of the agent itself, and for good."""

from mneme.domain.extraction.phrase_patterns import expressions

_LISTS = {
    "self": """
        是 叫 名叫 的名字 只(?![需看找改保留]) 看不 听不 没有 没法 无法 不能 不会 一直 都 总是 总会
        每 从不 从来 默认 习惯 擅长 负责 支持 目前只 来自 由 通常 一般 平时 主要 暂不支持 优先
        会一直 不(?![太知确清明理客好建认觉能会]) 的(?:知识|数据|训练|回答|职责|工作|服务|记忆|资料)
    """,
    "task": """
        来 先 马上 再 这就 已 帮 给 建议 推荐 明白 理解 知道 可以 能(?!力) 刚 看了 查了 改了 换了
        整理 重新 继续 想 猜 估计
    """,
    "before": "之前 上次 以前 曾 曾经 刚 刚才 先前 此前",
    "told": "说 提到 提过 告诉过 告诉我[您你] 提供 讲过 提及",
}
_OF_ITSELF = expressions(
    r"""
    我{self} 每.{1,6}我(?:都|会|就|只) 我.{0,6}(?:以后|往后|今后|从现在起)
    (?:^|[，,；;：:])(?:那|好的|好)?(?:以后|往后|今后|从现在起|从今以后|下次起).{0,12}(?:我|都|用|会|按)
    """,
    _LISTS,
)
_IN_THIS_TALK = expressions(
    r"""
    我{task} 记得[您你] 我?(?:这里|这边)?的?记[录着得下] [您你]{before}?也?{told}
    根据(?:您|你|之前|以往|我的记录) 既然[您你] 没有(?:看到|收到|找到|理解|找着)
    很?高兴(?:为|能|认识|见到|帮) 为[您你]服务 随时(?:找我|叫我|为[您你])
    不太?(?:明白|确定|清楚|理解)
    """,
    _LISTS,
)


def tells_of_itself(sentence: str) -> bool:
    """Return whether an agent says what it is, does or does not, beyond this talk."""
    return _OF_ITSELF.search(sentence) is not None and _IN_THIS_TALK.search(sentence) is None
